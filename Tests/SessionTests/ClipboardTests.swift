import Foundation
import TestSupport
import Testing

/// A person copies a picture to the clipboard of a terminal.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ClipboardTests {
  private func open(_ arguments: [String], on kitty: ClipboardTerminal) throws -> Terminal {
    try Terminal(
      arguments + ["--layout", "list"], environment: BuiltProgram.environment(term: "xterm-kitty"),
      answers: kitty.answer)
  }

  @Test func `Y copies the bytes of the selected picture, and tells what the terminal says`() throws
  {
    let folder = try TemporaryFolder()
    let bytes = Array("P6 500 500 255\n".utf8) + (0..<750_000).map { UInt8(truncatingIfNeeded: $0) }
    let picture = try folder.file("waves.jpg", bytes)
    let kitty = ClipboardTerminal(version: "0.41.1")
    let terminal = try open([folder.path], on: kitty)
    try terminal.press(("", "1/1"), ("Y", "copied: waves.jpg (750.0 KB)"))
    #expect(kitty.clipboard?.type == "image/x-portable-anymap")
    #expect(kitty.clipboard?.bytes == Data(bytes))
    kitty.forbids = true
    try terminal.press(("j", "1/1"), ("Y", "not copied: the terminal's settings forbid it"))
    #expect(kitty.clipboard?.bytes == Data(bytes))
    kitty.forbids = false
    #expect(truncate(picture.path, 16_000_001) == 0)
    try terminal.press(("j", "1/1"), ("Y", "the file is over 16.0 MB; y copies the path"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `a terminal that takes no pictures gets none`() throws {
    let pictures = try TemporaryFolder.withPictures()
    let kitty = ClipboardTerminal(version: "0.26.5")
    let terminal = try open([pictures.path], on: kitty)
    try terminal.press(("", "1/9"), ("Y", "this terminal's clipboard takes no pictures"))
    #expect(!terminal.output.contains("]5522"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `Esc stops a copy, and the clipboard stays as it was`() throws {
    let folder = try TemporaryFolder()
    let pixels = [UInt8](repeating: 7, count: 12_000_000)
    _ = try folder.file("waves.ppm", Array("P6 2000 2000 255\n".utf8) + pixels)
    let kitty = ClipboardTerminal(version: "0.41.1")
    let terminal = try open([folder.path], on: kitty)
    try terminal.press(("", "1/1"))
    kitty.pressesEscape = true
    try terminal.press(("Y", "stopped; the clipboard is as it was"))
    try terminal.until("the copy is canceled") { kitty.cancellations == 1 }
    #expect(kitty.clipboard == nil)
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }
}

/// A terminal like kitty, as far as the program asks, with a clipboard.
private final class ClipboardTerminal {
  private(set) var clipboard: (type: String, bytes: Data)?
  /// The number of pictures that a new one has replaced before their end.
  private(set) var cancellations = 0
  /// Whether the settings forbid pictures.
  var forbids = false
  /// Whether the person presses Esc when the first bytes of a picture come.
  var pressesEscape = false
  private let version: String
  private var incoming: (id: String, type: String, bytes: Data)?
  /// The bytes that may begin a sequence.
  private var rest = Data()

  private static let sequences = ["\u{1B}]5522;", "\u{1B}[5n", "\u{1B}[6n", "\u{1B}[c"].map {
    Data($0.utf8)
  }

  init(version: String) { self.version = version }

  /// Obeys what has come, and answers it.
  func answer(_ bytes: [UInt8]) -> String {
    rest.append(contentsOf: bytes)
    var answer = ""
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = Data(rest[escape...])
      if Self.sequences.contains(where: { $0.count > rest.count && $0.starts(with: rest) }) {
        return answer
      }
      var length = 1
      if rest.starts(with: Self.sequences[0]) {
        guard let end = rest.range(of: Data("\u{1B}\\".utf8)) else { return answer }
        length = end.upperBound
        answer += obey(String(decoding: rest[7..<end.lowerBound], as: UTF8.self))
      } else {
        answer += answerToQuery()
      }
      rest = Data(rest.dropFirst(length))
    }
    rest = Data()
    return answer
  }

  private func answerToQuery() -> String {
    let answers = [
      "[5n": "\u{1B}[0n", "[6n": "\u{1B}[1;1R",
      "[c": "\u{1B}P>|kitty(\(version))\u{1B}\\\u{1B}[?5522;0$y\u{1B}[?62;c",
    ]
    return answers.first { rest.dropFirst().starts(with: $0.key.utf8) }?.value ?? ""
  }

  private func obey(_ packet: String) -> String {
    let parts = packet.split(separator: ";", omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":").map { $0.split(separator: "=", maxSplits: 1) }
    func field(_ name: String) -> String {
      fields.first { $0[0] == name }.map { String($0[1]) } ?? ""
    }
    let isData = field("type") == "wdata"
    if !isData {
      if incoming != nil { cancellations += 1 }
      incoming = (field("id"), "", Data())
      return forbids ? end("EPERM") : ""
    }
    guard incoming != nil else { return "" }
    guard parts.count == 2 else {
      clipboard = incoming.map { ($0.type, $0.bytes) }
      return end("DONE")
    }
    let type = Data(base64Encoded: field("mime")).map { String(decoding: $0, as: UTF8.self) }
    incoming?.type = type ?? ""
    incoming?.bytes.append(Data(base64Encoded: String(parts[1])) ?? Data())
    defer { pressesEscape = false }
    return pressesEscape ? "\u{1B}" : ""
  }

  private func end(_ status: String) -> String {
    defer { incoming = nil }
    return "\u{1B}]5522;type=write:status=\(status):id=\(incoming?.id ?? "")\u{1B}\\"
  }
}
