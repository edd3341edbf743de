import FileActions
import Foundation
import SourceItems
import TestSupport
import Testing

/// What GNOME's `gio` and Filmstrip see of each other's trash.
@Suite(.enabled(if: TrashProgram.isInstalled), .timeLimit(.minutes(1)))
struct TrashProgramTests {
  private static let names = ["photo 1.jpg", "-x.jpg", "ä%20\u{1F600}.jpg", "a\nb.jpg"]

  /// Runs a command with the home trash of a fixture, and returns its output.
  private func run(_ command: [String], in fixture: ActionFixture) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Foundation blocks signals, and dbus-run-session could not end its daemon.
    let unblock = "use POSIX; sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV"
    process.arguments = ["perl", "-e", unblock, "timeout", "30"] + command
    process.currentDirectoryURL = fixture.folder.url
    process.environment = [
      "HOME": fixture.folder.path, "XDG_DATA_HOME": "\(fixture.folder.path)/home",
      "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
      "XDG_RUNTIME_DIR": fixture.folder.path, "GVFS_DISABLE_FUSE": "1",
    ]
    // Services that a program starts would hold a pipe open.
    let output = try fixture.folder.file("state/output", [])
    let file = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  // GIO keeps no trash in memory.
  @Test func `files that gio has trashed are listed and restored with their names`() throws {
    let fixture = try ActionFixture(isInMemory: false)
    for name in Self.names { try fixture.write("a/\(name)") }
    let before = fixture.tree()
    let output = try run(["gio", "trash"] + Self.names.map { "./a/\($0)" }, in: fixture)
    try #require(fixture.tree().inFolder("a").isEmpty, "gio: \(output)")
    let session = try fixture.session()
    let trashed = try session.trashedFiles(from: fixture.path("a"))
    #expect(
      Set(trashed.map { String(decoding: $0.origin.name, as: UTF8.self) }) == Set(Self.names))
    #expect(trashed.allSatisfy { $0.date.count == 19 })
    let plan = try session.plan(restoring: trashed)
    let inTrash = fixture.tree()
    #expect(try session.perform(plan).pictures.count == Self.names.count)
    #expect(fixture.tree() == before)
    try fixture.undo(in: session)
    #expect(fixture.tree() == inTrash)
  }

  @Test func `a note of gio equals ours`() throws {
    let fixture = try ActionFixture(isInMemory: false)
    let session = try fixture.session()
    for name in Self.names {
      func paths() throws -> [Substring] {
        let notes = fixture.tree().filter { $0.key.starts(with: Array("home/Trash/info/".utf8)) }
        let text = String(decoding: try #require(notes.first?.value), as: UTF8.self)
        #expect(notes.count == 1)
        return text.split(separator: "\n").filter { !$0.hasPrefix("DeletionDate=") }
      }
      try fixture.write("a/\(name)")
      try fixture.perform(.trash, "a/\(name)", in: session)
      let ours = try paths()
      try fixture.undo(in: session)
      _ = try run(["gio", "trash", "./a/\(name)"], in: fixture)
      #expect(try paths() == ours)
      _ = try session.perform(
        try session.plan(restoring: try session.trashedFiles(from: fixture.path("a"))))
      while session.planUndo()?.kind == .restore { try forget(session) }
      for file in fixture.tree().names where file.hasPrefix("home/") { try fixture.remove(file) }
    }
  }

  @Test(.enabled(if: TrashProgram.canList))
  func `gio lists what we put in the trash`() throws {
    let fixture = try ActionFixture(isInMemory: false)
    for name in Self.names { try fixture.write("a/\(name)") }
    let before = fixture.tree()
    let session = try fixture.session()
    _ = try session.perform(
      try session.plan(
        ActionRequest(.trash, Self.names.map { fixture.path("a/\($0)") })))
    let list = try run(
      ["dbus-run-session", "--", "gio", "trash", "--list"], in: fixture)
    let lines = list.split(separator: "\n").filter { $0.hasPrefix("trash:///") }
    #expect(lines.count == Self.names.count, "gio: \(list)")
    // It escapes the bytes of names that it can't print.
    for name in [#"photo 1.jpg"#, #"-x.jpg"#, #"\xc3\xa4%20\xf0\x9f\x98\x80.jpg"#, #"a\x0ab.jpg"#] {
      #expect(list.contains("\(fixture.folder.path)/a/\(name)\n"))
    }
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  private func forget(_ session: ActionSession) throws {
    _ = try session.undo(try #require(session.planUndo()), givingUp: true)
  }
}

private enum TrashProgram {
  static let isInstalled = isFile("/usr/bin/gio")
  /// Whether the programs are there without which `gio` only puts files in the trash.
  static let canList =
    isInstalled && isFile("/usr/bin/dbus-run-session")
    && ["/usr/libexec/gvfsd-trash", "/usr/lib/gvfs/gvfsd-trash"].contains(where: isFile)

  private static func isFile(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}
