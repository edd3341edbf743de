import Foundation
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import ListSources

@Suite(.ownThread, .timeLimit(.minutes(1))) struct PipedTextTests {
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

  @Test func `any part is read again from a file without a name`() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: 5)
    let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = try readAll(
      bytes,
      in: { PipedText($0, kept: KeptText(folders: ["/nowhere", folder.url.path])) }, &random)
    #expect(text.problem == nil)
    #expect(text.bytes(from: 0, count: bytes.count) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(arguments: [
    (["/nowhere"], 0, "no folder takes its text (TMPDIR names a folder)"),
    ([NSTemporaryDirectory()], 3, "only its first 3 MB could be kept (TMPDIR names a folder)"),
  ])
  func `a pipe without an end is cut off`(
    folders: [String], megabytes: Int, problem: String
  ) throws {
    let zeros = open("/dev/zero", O_RDONLY)
    let text = PipedText(
      OpenInput(zeros), mayBeUTF16: false, kept: KeptText(folders: folders, mostBytes: 3 << 20))
    var block = [UInt8](repeating: 1, count: 1 << 16)
    var count = 0
    while case let more = block.withUnsafeMutableBytes({ text.readNext(from: count, into: $0) }),
      more > 0
    { count += more }
    #expect(count == megabytes << 20)
    #expect(text.problem == problem)
    #expect(text.bytes(from: 0, count: count + 1) == Array(repeating: 0, count: count))
  }

  @Test func `text on a full disk moves to another folder, and stays whole`() throws {
    let folder = try TemporaryFolder()
    let kept = KeptText(folders: [folder.url.path])
    #expect(append("abc", to: kept))
    // Nothing can be written to this descriptor any more, as if the disk were full.
    let full = try #require(kept.file)
    let readOnly = open("/proc/self/fd/\(full.descriptor)", O_RDONLY | O_CLOEXEC)
    try #require(readOnly >= 0 && dup2(readOnly, full.descriptor) >= 0)
    close(readOnly)
    #expect(append("def", to: kept))
    #expect(kept.file?.descriptor != full.descriptor && kept.problem == nil)
    #expect(kept.bytes(from: 0, count: 9) == Array("abcdef".utf8))
  }

  private func append(_ text: String, to kept: KeptText) -> Bool {
    Array(text.utf8).withUnsafeBytes { kept.append($0) }
  }
}
