import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

struct OutboxTests {
  private func bytes(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }

  @Test func `pieces are joined until somebody comes for them`() {
    let outbox = HeldOutbox()
    for _ in 0..<5 { #expect(outbox.add(bytes(100))) }
    #expect(outbox.take().bodySizes == [500])
    #expect(outbox.take().isEmpty)
  }

  @Test func `no joined piece is larger than 64 KiB`() {
    let outbox = HeldOutbox()
    for _ in 0..<7 { #expect(outbox.add(bytes(30_000))) }
    #expect(outbox.take().bodySizes == [60_000, 60_000, 60_000, 30_000])
  }

  @Test func `there is news until the consumer takes it`() {
    let outbox = HeldOutbox()
    #expect(!outbox.hasNews)
    #expect(outbox.add(bytes(1)))
    #expect(outbox.hasNews)
    #expect(outbox.take().count == 1)
    #expect(!outbox.hasNews)
    outbox.end(with: nil)
    #expect(outbox.hasNews)
  }

  @Test func `a consumer a megabyte behind gets no more until half of it is done`() {
    let outbox = HeldOutbox()
    let piece = bytes(1 << 16)
    for _ in 0..<16 { #expect(outbox.add(piece)) }
    #expect(!outbox.add(piece))
    #expect(outbox.take().bodySizes.reduce(0, +) == 1 << 20)
    #expect(!outbox.note(consumed: (1 << 19) - 1))
    #expect(outbox.note(consumed: 1))
    #expect(!outbox.note(consumed: 1))
    #expect(outbox.add(piece))
  }

  /// A naive model: all the bytes in one array, counted anew at each step.
  @Test(arguments: 0..<30) func `whoever comes when, every byte comes once and in order`(seed: Int)
  {
    var random = SeededRandom(seed: UInt64(seed))
    let outbox = HeldOutbox()
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
        let isTaken = outbox.add(piece)
        #expect(isTaken == (sent.count - consumed < Outbox.mostBytesBehind))
        if isTaken { sent += piece } else { isPaused = true }
      case 2:
        for case .body(let piece) in outbox.take() { received += piece }
        #expect(received == sent)
      default:
        let count = Int.random(in: 0...(received.count - consumed), using: &random)
        consumed += count
        let goesOn = outbox.note(consumed: count)
        #expect(goesOn == (isPaused && sent.count - consumed <= Outbox.mostBytesBehind / 2))
        if goesOn { isPaused = false }
      }
    }
  }
}

/// An outbox that `#expect` can ask for what changes it.
private final class HeldOutbox {
  private var outbox = Outbox()

  func add(_ bytes: some ContiguousBytes) -> Bool { bytes.withUnsafeBytes { outbox.add($0) } }
  func end(with error: URLError?) { outbox.end(with: error) }
  var hasNews: Bool { outbox.hasNews }
  func take() -> [TransferEvent] { outbox.take() }
  func note(consumed count: Int) -> Bool { outbox.note(consumed: count) }
}

extension [TransferEvent] {
  /// The sizes of the pieces of a body.
  var bodySizes: [Int] {
    compactMap { if case .body(let piece) = $0 { piece.count } else { nil } }
  }
}
