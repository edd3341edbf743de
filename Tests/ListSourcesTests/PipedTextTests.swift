import Foundation
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import ListSources

@Suite(.timeLimit(.minutes(1))) struct PipedTextTests {
  /// Writes random bytes into a pipe in pieces, and reads them as a text.
  private func readAll(
    _ bytes: [UInt8], in text: (OpenInput) -> PipedText, _ random: inout SeededRandom
  ) throws -> PipedText {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let text = text(OpenInput(ends[0]))
    var sent = 0
    var block = [UInt8](repeating: 0, count: 5_000)
    while sent < bytes.count {
      let piece = Array(bytes[sent...].prefix(Int.random(in: 1...5_000, using: &random)))
      #expect(write(ends[1], piece, piece.count) == piece.count)
      var count = 0
      while count < piece.count {
        count += block[count...].withUnsafeMutableBytes {
          text.readNext(from: sent + count, into: $0)
        }
      }
      #expect(Array(block[..<count]) == piece)
      sent += piece.count
      let start = Int.random(in: 0...sent, using: &random)
      let length = Int.random(in: 0...3_000, using: &random)
      #expect(
        text.bytes(from: start, count: length) == Array(bytes[start..<sent].prefix(length)))
    }
    close(ends[1])
    #expect(block.withUnsafeMutableBytes { text.readNext(from: sent, into: $0) } == 0)
    return text
  }

  @Test func `any part is read again, from memory and from the file behind it`() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: 5)
    let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = try readAll(
      bytes,
      in: {
        PipedText(
          $0,
          kept: KeptText(
            memoryLimit: 64_000, chunkBytes: 4_096, folders: ["/nowhere", folder.url.path]))
      }, &random)
    #expect(text.notice == nil)
    #expect(text.bytes(from: 0, count: bytes.count) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(arguments: [["/nowhere"], [NSTemporaryDirectory()]])
  func `a pipe without an end is cut off`(folders: [String]) throws {
    let urandom = open("/dev/zero", O_RDONLY)
    let text = PipedText(
      OpenInput(urandom),
      kept: KeptText(
        memoryLimit: 8_192, chunkBytes: 4_096, folders: folders,
        limits: KeptText.Limits(inFile: 3 << 20, inMemory: 2 << 20)))
    var block = [UInt8](repeating: 1, count: 100_000)
    var count = 0
    while case let more = block.withUnsafeMutableBytes({ text.readNext(from: count, into: $0) }),
      more > 0
    { count += more }
    let most = (folders == ["/nowhere"] ? 2 : 3) << 20
    #expect((most..<most + 200_000).contains(count))
    #expect(text.notice == "it is cut off at the \(most >> 20) MB that are kept")
    #expect(text.bytes(from: 0, count: count) == Array(repeating: 0, count: count))
  }

  @Test func `it stays in memory where no folder takes a file`() throws {
    var random = SeededRandom(seed: 6)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = try readAll(
      bytes,
      in: {
        PipedText(
          $0, kept: KeptText(memoryLimit: 8_192, chunkBytes: 4_096, folders: ["/nowhere"]))
      }, &random)
    #expect(text.notice?.contains("kept in memory") == true)
    #expect(text.bytes(from: 0, count: bytes.count) == bytes)
  }
}
