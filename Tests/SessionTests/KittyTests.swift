import Foundation
import Glibc
import Testing

/// The program in a terminal on this machine that has kitty's graphics protocol.
///
/// The tests run one by one: a program that leaves removes what a killed one has left.
@Suite(.serialized, .timeLimit(.minutes(3))) struct KittyTests {
  /// Runs the program, and goes to the last pictures when the terminal has read the proofs.
  private func open(readsPictures: Bool) async throws -> LocalKitty {
    let program = try PseudoTerminal(
      ["--latency", "1", "--count", "100", "--layout", "grid"],
      environment: BuiltProgram.environment(term: "xterm-kitty"))
    let kitty = LocalKitty(program, readsPictures: readsPictures)
    let isProven = try await eventually {
      kitty.look()
      return kitty.proofs == 2
    }
    try #require(isProven)
    program.type("G")
    return kitty
  }

  private func leave(_ kitty: LocalKitty) async throws {
    kitty.program.type("q")
    let hasEnded = try await eventually {
      kitty.look()
      return kitty.program.ending != nil
    }
    #expect(hasEnded)
  }

  @Test func `pictures are handed over by name`() async throws {
    let kitty = try await open(readsPictures: true)
    defer { kitty.removeNamed() }
    let areThere = try await eventually {
      kitty.look()
      return kitty.pictures.count >= 6
    }
    #expect(areThere)
    #expect(kitty.pictures.allSatisfy { $0.count == $0.wanted && $0.wanted > 0 })
    try await leave(kitty)
    #expect(kitty.names.allSatisfy { access($0, F_OK) != 0 })
  }

  @Test func `what a killed program has left is removed when the next one leaves`() async throws {
    let killed = try await open(readsPictures: false)
    defer { killed.removeNamed() }
    let areThere = try await eventually {
      killed.look()
      return killed.names.contains { access($0, F_OK) == 0 }
    }
    #expect(areThere)
    kill(killed.program.child, SIGKILL)
    let isGone = try await eventually { killed.program.ending == .signal(SIGKILL) }
    let left = killed.names.filter { access($0, F_OK) == 0 }
    #expect(isGone && !left.isEmpty)
    let next = try await open(readsPictures: true)
    defer { next.removeNamed() }
    try await leave(next)
    #expect(left.allSatisfy { access($0, F_OK) != 0 })
  }

  @Test func `where pictures are characters the terminal is asked to read nothing`() async throws {
    let program = try PseudoTerminal(
      ["--latency", "1", "--count", "9", "--graphics", "symbols"],
      environment: BuiltProgram.environment(term: "xterm-kitty"))
    let kitty = LocalKitty(program, readsPictures: true)
    let isShown = try await eventually {
      kitty.look()
      return kitty.answers > 1
    }
    #expect(isShown && kitty.names.isEmpty)
    try await leave(kitty)
  }

  @Test func `what the terminal has not read is removed on leaving`() async throws {
    let kitty = try await open(readsPictures: false)
    defer { kitty.removeNamed() }
    let areThere = try await eventually {
      kitty.look()
      return kitty.names.count >= 2 + 6
    }
    #expect(areThere)
    #expect(kitty.names.contains { access($0, F_OK) == 0 })
    try await leave(kitty)
    #expect(kitty.names.allSatisfy { access($0, F_OK) != 0 })
  }
}

/// A terminal like kitty 0.41 with cells of 10x20, as far as the program asks.
private final class LocalKitty {
  let program: PseudoTerminal
  /// The files that were named to it.
  private(set) var names: [String] = []
  /// The number of proofs that it has read.
  private(set) var proofs = 0
  /// The number of bytes of each picture that it has read, and the number that its size takes.
  private(set) var pictures: [(count: Int, wanted: Int)] = []
  private let readsPictures: Bool
  private var commandCount = 0
  private var statusCount = 0

  /// The number of status questions that it has answered.
  var answers: Int { statusCount }

  init(_ program: PseudoTerminal, readsPictures: Bool) {
    self.program = program
    self.readsPictures = readsPictures
  }

  /// Removes what a failed test has left.
  func removeNamed() {
    for name in names { unlink(name) }
  }

  /// Obeys and answers what has come since the last call.
  func look() {
    let text = program.text
    if statusCount == 0, text.contains("\u{1B}[c") {
      statusCount = 1
      program.type(
        "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t"
          + "\u{1B}[0n\u{1B}[1;1R\u{1B}[?62;c")
    }
    let commands = text.components(separatedBy: "\u{1B}_G").dropFirst()
      .filter { $0.contains("\u{1B}\\") }
    for command in commands.dropFirst(commandCount) { obey(command) }
    commandCount = commands.count
    let questions = text.components(separatedBy: "\u{1B}[5n").count - 1
    while statusCount > 0, statusCount < questions {
      statusCount += 1
      program.type("\u{1B}[0n")
    }
  }

  private func obey(_ command: String) {
    let parts = command.split(separator: "\u{1B}")[0].split(separator: ";")
    var control: [Substring: Substring] = [:]
    for pair in parts[0].split(separator: ",") {
      control[pair.prefix(1)] = pair.dropFirst(2)
    }
    guard let medium = control["t"], medium != "d", parts.count == 2,
      let name = Data(base64Encoded: String(parts[1])).map({ String(decoding: $0, as: UTF8.self) })
    else { return }
    let file = medium == "s" ? "/dev/shm" + name : name
    names.append(file)
    if control["a"] == "q" {
      if unlink(file) == 0 { proofs += 1 }
      if control["q"] == nil {
        program.type("\u{1B}_Gi=\(control["i"] ?? "");OK\u{1B}\\")
      }
    } else if readsPictures {
      func number(_ key: Substring) -> Int { control[key].flatMap { Int($0) } ?? 0 }
      let bytes = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
      unlink(file)
      pictures.append((bytes.count, 3 * number("s") * number("v")))
    }
  }
}
