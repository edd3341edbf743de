import Foundation
import TestSupport
import Testing

/// A person compares two reports, or two programs, with `filmstrip-lab compare`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CompareTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func compare(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.run(["compare"] + arguments, of: BuiltProgram.lab)
  }

  private func report(_ name: String, p99: Double) throws -> String {
    let json = "{\"version\": 1, \"frames\": {\"count\": 9, \"present_ms\": {\"p99\": \(p99)}}}"
    return try folder.file(name, Array(json.utf8)).path
  }

  /// A program that logs its name and arguments, and prints a report with a figure of its own.
  private func program(_ name: String, figure: String, then: String = "") throws -> String {
    let script = """
      #!/bin/sh
      echo "\(name) $*" >> '\(folder.path)/log'
      number=$(wc -l < '\(folder.path)/log')
      echo "{\\"version\\":1,\\"frames\\":{\\"count\\":9,\\"draw_ms\\":\(figure)$number}}"
      \(then)
      """
    let file = try folder.file(name, Array(script.utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }

  private var log: [Substring] {
    get throws {
      try String(contentsOfFile: folder.path + "/log", encoding: .utf8).split(separator: "\n")
    }
  }

  private struct Comparison: Decodable {
    struct Figure: Decodable {
      let name: String
      let ratio: Double?
      let low: Double?
      let is_beyond_noise: Bool
    }
    let version: Int
    let runs_after: Int
    let figures: [Figure]
  }

  @Test func `two reports are compared, and a condition on the second one fails with 1`() throws {
    let (old, new) = (try report("a", p99: 2), try report("b", p99: 3))
    let plain = try compare(old, new)
    #expect(plain.status == 0, "\(plain)")
    #expect(plain.output.contains("  frames.present_ms.p99                2         3       1.5"))
    #expect(plain.output.contains("Medians of 1 and 1 runs. It takes 5 of each"))
    let met = try compare(old, new, "--fail-if", "frames.present_ms.p99 > 2")
    #expect(met.status == 1 && met.output == plain.output)
    #expect(met.errors.contains("--fail-if: frames.present_ms.p99 is 3.0, which is > 2.0"))
    #expect(try compare(new, old, "--fail-if", "frames.present_ms.p99 > 2").status == 0)
    let unknown = try compare(old, new, "--fail-if", "frames.present > 2")
    #expect(unknown.status == 64 && unknown.errors.contains("frames.count frames.present_ms.p99"))
    let unmeasured = Array("{\"version\": 1, \"keys\": {\"shown_ms\": null}}".utf8)
    let other = try folder.file("unmeasured", unmeasured).path
    let failed = try compare(old, other, "--fail-if", "keys.shown_ms > 2")
    #expect(failed.status == 1 && failed.errors.contains("keys.shown_ms was not measured"))
    let wrong = try folder.file("wrong", Array("{\"version\": 3}".utf8)).path
    for path in [wrong, folder.path + "/none", folder.path] {
      let refused = try compare(old, path)
      #expect(refused.status == 66 && refused.errors.contains(path), "\(refused)")
    }
  }

  @Test func `the report of a session is not compared with that of another program`() throws {
    func report(_ type: String) throws -> String {
      try folder.file(type, Array("{\"version\": 1, \"type\": \"\(type)\", \"a\": 1}".utf8)).path
    }
    let (session, profile) = (try report("session"), try report("profile"))
    #expect(try compare(session, session).status == 0)
    let refused = try compare(session, profile)
    #expect(refused.status == 66 && refused.errors.contains("types profile and session"))
  }

  @Test func `folders of reports have a run in each file, and marked changes`() throws {
    for side in ["old", "new"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(side)", withIntermediateDirectories: true)
      for run in 1...5 {
        _ = try report("\(side)/\(run).json", p99: (side == "old" ? 2 : 4) + Double(run) / 10)
      }
    }
    let outcome = try compare(folder.path + "/old", folder.path + "/new")
    #expect(outcome.output.contains("\n* frames.present_ms.p99              2.3       4.3"))
    #expect(outcome.output.contains("\n  frames.count  "))
    #expect(outcome.output.hasSuffix("of 99 %: 1 of 2 changed beyond noise (*).\n"))
  }

  @Test func `two programs run in turn, after a run of each that is not counted`() throws {
    let (a, b) = (try program("A", figure: "1.0"), try program("B", figure: "3.0"))
    let outcome = try compare(
      a, b, "--script", "down*3 idle", "--runs", "5", "--json", "--", "--size", "90x30", "x y")
    let comparison = try JSONDecoder().decode(Comparison.self, from: Data(outcome.output.utf8))
    #expect(comparison.version == 1 && comparison.runs_after == 5)
    let draw = try #require(comparison.figures.last)
    #expect(draw.name == "frames.draw_ms" && draw.is_beyond_noise)
    #expect((2.5...3.1).contains(draw.ratio ?? 0) && (draw.low ?? 0) > 2)
    #expect(comparison.figures.map(\.is_beyond_noise) == [false, true])
    let order = try log.map { String($0.prefix(1)) }.joined()
    #expect(order == "AB" + "AB" + "BA" + "AB" + "BA" + "AB")
    #expect(
      try log.allSatisfy { $0.dropFirst() == " --size 90x30 x y --script down*3 idle --report -" })
  }

  @Test func `a program that fails, or has no such figure, is refused before the runs count`()
    throws
  {
    let good = try program("A", figure: "1.0")
    let failing = try program("B", figure: "1.0", then: "exit 3")
    let failed = try compare(good, failing, "--script", "idle")
    #expect(failed.status == 66 && failed.errors.contains("/B: ended by status 3"), "\(failed)")
    let unknown = try compare(good, good, "--script", "idle", "--fail-if", "frames.late > 2")
    #expect(unknown.status == 64 && unknown.errors.contains("frames.draw_ms"), "\(unknown)")
    #expect(try log.count == 4)
    let missing = try compare(good, folder.path + "/none", "--script", "idle")
    #expect(missing.status == 66 && missing.errors.contains("can't be started"), "\(missing)")
  }
}
