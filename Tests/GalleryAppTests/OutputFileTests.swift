import Foundation
import Glibc
import Testing

@testable import GalleryApp

/// Each test has a folder of its own.
@Suite(.timeLimit(.minutes(1))) final class OutputFileTests {
  private let folder = NSTemporaryDirectory() + "output-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  private func output(_ name: String) throws(OutputError) -> OutputFile {
    try OutputFile(path: "\(folder)/\(name)", option: "--report")
  }

  @Test func `the old content stays until the new one is complete`() throws {
    try write("old", to: "file")
    let file = try output("file")
    #expect(try names == ["file"])
    try file.append("new ".utf8)
    try file.append("content".utf8)
    #expect(try text("file") == "old")
    try file.finish()
    #expect(try text("file") == "new content")
    #expect(try names == ["file"])
  }

  @Test func `a file that is checked and never written to is left alone`() throws {
    try write("old", to: "file")
    _ = try output("file")
    _ = try output("other")
    #expect(try names == ["file"])
    #expect(try text("file") == "old")
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o666])
  func `a replaced file keeps its mode`(mode: mode_t) throws {
    try write("old", to: "file")
    chmod("\(folder)/file", mode)
    try output("file").write("new".utf8)
    var status = stat()
    #expect(stat("\(folder)/file", &status) == 0 && status.st_mode & 0o777 == mode)
  }

  @Test func `the target of a chain of links is replaced, and the links stay`() throws {
    try write("old", to: "file")
    symlink("file", "\(folder)/near")
    symlink("\(folder)/near", "\(folder)/far")
    try output("far").write("new".utf8)
    #expect(try text("file") == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/far").hasSuffix("near"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/near") == "file")
  }

  @Test func `a link to what is not there yet makes it`() throws {
    symlink("file", "\(folder)/link")
    try output("link").write("new".utf8)
    #expect(try text("file") == "new")
  }

  @Test func `a failing write takes its beginnings away and keeps the old content`() throws {
    try write("old", to: "file")
    let file = try output("file")
    try file.append("new".utf8)
    // The name is taken by a folder, so that the new content can't have it.
    try FileManager.default.removeItem(atPath: "\(folder)/file")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/file", withIntermediateDirectories: false)
    #expect(throws: OutputError.self) { try file.finish() }
    #expect(try names == ["file"])
  }

  @Test func `a descriptor is written to where it stands`() throws {
    try write("a line\n", to: "file")
    let number = open("\(folder)/file", O_WRONLY | O_APPEND)
    defer { close(number) }
    let file = try OutputFile(path: "/dev/fd/\(number)", option: "--loads")
    try file.write("another\n".utf8)
    #expect(try text("file") == "a line\nanother\n")
  }

  @Test func `a pipe gets what is written, while it is written`() throws {
    mkfifo("\(folder)/pipe", 0o600)
    let reader = open("\(folder)/pipe", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let file = try output("pipe")
    try file.append("now".utf8)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, 8) == 3)
  }

  @Test(arguments: [
    ("", "a folder"), ("missing/file", "there is no folder"), ("pipe", "nobody reads this pipe"),
    ("loop", "Too many levels"),
  ])
  func `an output that can't be written is an error with its reason`(name: String, reason: String)
    throws
  {
    mkfifo("\(folder)/pipe", 0o600)
    symlink("loop", "\(folder)/loop")
    let error = #expect(throws: OutputError.self) { try output(name) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("--report \(folder)/\(name): ") && text.contains(reason), "\(text)")
  }
}
