import Foundation
import Glibc
import TestSupport
import Testing

/// A person has a terminal on this machine with kitty's graphics protocol.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct KittyTests {
  /// Runs the program, and goes to the last pictures when the terminal has read the proofs.
  private func open(_ kitty: LocalKitty) throws -> Terminal {
    let terminal = try Terminal(
      ["--latency", "1", "--count", "100", "--layout", "grid"],
      environment: BuiltProgram.environment(term: "xterm-kitty"), answers: kitty.answer)
    try terminal.until("both proofs are read") { kitty.proofs == 2 }
    try terminal.type("G")
    return terminal
  }

  @Test func `pictures are handed over by name, and no file is left however the program ends`()
    throws
  {
    let blind = LocalKitty(readsPictures: false)
    defer { blind.removeNamed() }
    let killed = try open(blind)
    func left() -> [String] { blind.names.filter { access($0, F_OK) == 0 } }
    try killed.until("a picture is named") { !left().isEmpty }
    kill(killed.process.id, SIGKILL)
    #expect(try killed.end() == .signal(SIGKILL) && !left().isEmpty)

    let kitty = LocalKitty(readsPictures: true)
    defer { kitty.removeNamed() }
    let terminal = try open(kitty)
    try terminal.until("pictures are read") { kitty.pictures.count >= 6 }
    #expect(kitty.pictures.allSatisfy { $0.count == $0.wanted && $0.wanted > 0 })
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(left().isEmpty, "what the killed program left")
    #expect(kitty.names.allSatisfy { access($0, F_OK) != 0 })

    let slow = LocalKitty(readsPictures: false)
    defer { slow.removeNamed() }
    let unread = try open(slow)
    try unread.until("pictures are named") { slow.names.count >= 2 + 6 }
    #expect(slow.names.contains { access($0, F_OK) == 0 })
    try unread.type("q")
    #expect(try unread.end() == .status(0))
    #expect(slow.names.allSatisfy { access($0, F_OK) != 0 }, "what was not read yet")

    // Characters are not handed over.
    let idle = LocalKitty(readsPictures: true)
    let symbols = try Terminal(
      ["--latency", "1", "--count", "9", "--graphics", "symbols"],
      environment: BuiltProgram.environment(term: "xterm-kitty"), answers: idle.answer)
    try symbols.settles()
    #expect(idle.names.isEmpty)
  }
}

/// A terminal like kitty 0.41 with cells of 10x20, as far as the program asks.
private final class LocalKitty {
  /// The files that were named to it.
  private(set) var names: [String] = []
  /// The number of proofs that it has read.
  private(set) var proofs = 0
  /// The number of bytes of each picture that it has read, and the number that its size takes.
  private(set) var pictures: [(count: Int, wanted: Int)] = []
  private let readsPictures: Bool
  private var received: [UInt8] = []
  private var commandCount = 0
  private var statusCount = 0

  init(readsPictures: Bool) { self.readsPictures = readsPictures }

  /// Removes what a failed test has left.
  func removeNamed() {
    for name in names { unlink(name) }
  }

  /// Obeys what has come, and answers it.
  func answer(_ bytes: [UInt8]) -> String {
    received += bytes
    let text = String(decoding: received, as: UTF8.self)
    var answer = ""
    if statusCount == 0, text.contains("\u{1B}[c") {
      statusCount = 1
      answer +=
        "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t"
        + "\u{1B}[0n\u{1B}[1;1R\u{1B}[?62;c"
    }
    let commands = text.components(separatedBy: "\u{1B}_G").dropFirst()
      .filter { $0.contains("\u{1B}\\") }
    for command in commands.dropFirst(commandCount) { answer += obey(command) }
    commandCount = commands.count
    let questions = text.components(separatedBy: "\u{1B}[5n").count - 1
    while statusCount > 0, statusCount < questions {
      statusCount += 1
      answer += "\u{1B}[0n"
    }
    return answer
  }

  private func obey(_ command: String) -> String {
    let parts = command.split(separator: "\u{1B}")[0].split(separator: ";")
    var control: [Substring: Substring] = [:]
    for pair in parts[0].split(separator: ",") {
      control[pair.prefix(1)] = pair.dropFirst(2)
    }
    guard let medium = control["t"], medium != "d", parts.count == 2,
      let name = Data(base64Encoded: String(parts[1])).map({ String(decoding: $0, as: UTF8.self) })
    else { return "" }
    let file = medium == "s" ? "/dev/shm" + name : name
    names.append(file)
    if control["a"] == "q" {
      if unlink(file) == 0 { proofs += 1 }
      return control["q"] == nil ? "\u{1B}_Gi=\(control["i"] ?? "");OK\u{1B}\\" : ""
    }
    guard readsPictures else { return "" }
    func number(_ key: Substring) -> Int { control[key].flatMap { Int($0) } ?? 0 }
    let bytes = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
    unlink(file)
    pictures.append((bytes.count, 3 * number("s") * number("v")))
    return ""
  }
}
