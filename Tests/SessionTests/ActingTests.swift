import Foundation
import Glibc
import TestSupport
import Testing

/// A person moves pictures to the trash and to folders, and undoes that.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ActingTests {
  /// A folder with pictures `p1.ppm` to `p4.ppm`, and the environment of a person of their own.
  private func desk() throws -> (pictures: TemporaryFolder, environment: [String: String]) {
    let folder = try TemporaryFolder()
    for number in 1...4 {
      _ = try folder.file("p\(number).ppm", Array("P6 1 1 255\nab\(number)".utf8))
    }
    let home = try TemporaryFolder()
    var environment = BuiltProgram.environment()
    for (variable, name) in [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state")] {
      environment[variable] = "\(folder.path)/.own/\(name)"
    }
    environment["HOME"] = home.path
    return (folder, environment)
  }

  private func names(_ folder: TemporaryFolder, in path: String = "") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(path)")
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Waits until the list has just these pictures: the source tells of a change after the action's end.
  private func shows(_ names: Set<String>, on terminal: Terminal) throws {
    try terminal.until("\(names)") {
      let shown = (1...4).map { "p\($0).ppm" }.filter { terminal.text.contains("\($0)  ") }
      return Set(shown) == names
    }
  }

  @Test func `d, m and M act on files, and u undoes them, in the next session too`() throws {
    let (folder, environment) = try desk()
    func start() throws -> Terminal {
      try Terminal([folder.path, "--layout", "list", "--fresh"], environment: environment)
    }
    let trash = ".own/data/Trash/files"
    var terminal = try start()
    try terminal.press(("", "1/4 p1.ppm"), ("d", "1 picture moved to the trash; u undoes it"))
    try shows(["p2.ppm", "p3.ppm", "p4.ppm"], on: terminal)
    try terminal.press(("l", "2/3 p3.ppm"))
    #expect(
      names(folder) == ["p2.ppm", "p3.ppm", "p4.ppm"] && names(folder, in: trash) == ["p1.ppm"])
    try terminal.press(("u", "undone for 1 picture"))
    try shows(["p1.ppm", "p2.ppm", "p3.ppm", "p4.ppm"], on: terminal)
    try terminal.press(("g", "1/4 p1.ppm"))
    #expect(names(folder, in: trash) == [])

    try FileManager.default.createDirectory(
      atPath: folder.path + "/keep", withIntermediateDirectories: false)
    try terminal.press(
      ("  ", "2 marked"), ("m", "move to:"), (folder.path + "/ke\t", "/keep/"),
      ("\r", "2 marked pictures? y"), ("y", "2 pictures moved; u undoes it"))
    #expect(names(folder, in: "keep") == ["p1.ppm", "p2.ppm"])
    try terminal.press(("M", "copy to:"), ("\u{15}/no/such\r", "there is no folder /no/such"))
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))

    terminal = try start()
    try terminal.press(
      ("", "p3.ppm"), ("u", "undo the move of 2 pictures on"), ("y", "undone for 2 pictures"))
    try shows(["p1.ppm", "p2.ppm", "p3.ppm", "p4.ppm"], on: terminal)
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(names(folder) == ["keep", "p1.ppm", "p2.ppm", "p3.ppm", "p4.ppm"])
  }

  @Test func `a replay and a server's pictures change no files`() throws {
    let (folder, environment) = try desk()
    let record = folder.path + "/record"
    let run = try BuiltProgram.run(
      [folder.path, "--script", "d idle quit", "--record", record], environment: environment)
    #expect(
      run.status == 0 && names(folder).filter { $0.hasSuffix("ppm") }.count == 3)
    let replay = try BuiltProgram.run(
      [folder.path, "--replay", record, "--dump"], environment: environment)
    #expect(replay.status == 0)
    #expect(names(folder).filter { $0.hasSuffix("ppm") }.count == 3)
    let demo = try BuiltProgram.run(
      ["--count", "3", "--script", "d idle quit", "--dump"], environment: environment)
    #expect(demo.output.contains("is on a server, where files can't be changed"))
  }
}
