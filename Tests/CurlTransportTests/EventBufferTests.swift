import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

struct EventBufferTests {
  private func bytes(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }

  @Test func `pieces are joined until somebody comes for them`() {
    let buffer = HeldEventBuffer()
    for _ in 0..<5 { #expect(buffer.add(bytes(100))) }
    #expect(buffer.removeAll().bodySizes == [500])
    #expect(buffer.removeAll().isEmpty)
  }

  @Test func `no joined piece is larger than 64 KiB`() {
    let buffer = HeldEventBuffer()
    for _ in 0..<7 { #expect(buffer.add(bytes(30_000))) }
    #expect(buffer.removeAll().bodySizes == [60_000, 60_000, 60_000, 30_000])
  }

  @Test func `there is news until the consumer takes it`() {
    let buffer = HeldEventBuffer()
    #expect(!buffer.hasNews)
    #expect(buffer.add(bytes(1)))
    #expect(buffer.hasNews)
    #expect(buffer.removeAll().count == 1)
    #expect(!buffer.hasNews)
    buffer.end(with: nil)
    #expect(buffer.hasNews)
  }

  @Test func `a consumer a megabyte behind gets no more until half of it is done`() {
    let buffer = HeldEventBuffer()
    let piece = bytes(1 << 16)
    for _ in 0..<16 { #expect(buffer.add(piece)) }
    #expect(!buffer.add(piece))
    #expect(buffer.removeAll().bodySizes.reduce(0, +) == 1 << 20)
    #expect(!buffer.recordConsumed((1 << 19) - 1))
    #expect(buffer.recordConsumed(1))
    #expect(!buffer.recordConsumed(1))
    #expect(buffer.add(piece))
  }

  /// A naive model: all the bytes in one array, counted anew at each step.
  @Test(arguments: 0..<30) func `whoever comes when, every byte comes once and in order`(seed: Int)
  {
    var random = SeededRandom(seed: UInt64(seed))
    let buffer = HeldEventBuffer()
    var (sent, received) = (Data(), Data())
    var consumed = 0
    var isPaused = false
    for step in 0..<400 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0...1:
        if isPaused { continue }
        let piece = [UInt8](
          repeating: UInt8(truncatingIfNeeded: step),
          count: .random(in: 1...100_000, using: &random))
        let isTaken = buffer.add(piece)
        #expect(isTaken == (sent.count - consumed < EventBuffer.mostBytesBehind))
        if isTaken { sent += piece } else { isPaused = true }
      case 2:
        for case .body(let piece) in buffer.removeAll() { received += piece }
        #expect(received == sent)
      default:
        let count = Int.random(in: 0...(received.count - consumed), using: &random)
        consumed += count
        let goesOn = buffer.recordConsumed(count)
        #expect(goesOn == (isPaused && sent.count - consumed <= EventBuffer.mostBytesBehind / 2))
        if goesOn { isPaused = false }
      }
    }
  }
}

/// An event buffer that `#expect` can ask for what changes it.
private final class HeldEventBuffer {
  private var buffer = EventBuffer()

  func add(_ bytes: some ContiguousBytes) -> Bool { bytes.withUnsafeBytes { buffer.add($0) } }
  func end(with error: URLError?) { buffer.end(with: error) }
  var hasNews: Bool { buffer.hasNews }
  func removeAll() -> [TransferEvent] { buffer.removeAll() }
  func recordConsumed(_ count: Int) -> Bool { buffer.recordConsumed(count) }
}

extension [TransferEvent] {
  /// The sizes of the pieces of a body.
  var bodySizes: [Int] {
    compactMap { if case .body(let piece) = $0 { piece.count } else { nil } }
  }
}
