import CFileActions
import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// What can't be undone is refused before anything changes.
@Suite(.timeLimit(.minutes(1))) struct UndoTests {
  /// Moves two files, changes something, and expects a reason for the second one only.
  private func expect(
    _ problem: ActionProblem, _ action: ActionRequest.Action = .trash,
    after change: (ActionFixture) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fixture = try ActionFixture()
    try fixture.makeFolder("a/sub")
    try fixture.write("a/x.jpg", "a/sub/y.jpg")
    let session = try fixture.session()
    let target: ActionRequest.Action =
      switch action {
      case .trash: .trash
      case .move: .move(to: fixture.path("b"))
      case .copy: .copy(to: fixture.path("b"))
      }
    try fixture.perform(target, "a/x.jpg", "a/sub/y.jpg", in: session)
    try change(fixture)
    let before = fixture.tree()
    let plan = try #require(session.planUndo())
    #expect(plan.refusals.map(\.problem) == [problem], sourceLocation: sourceLocation)
    #expect(plan.pictures == 1)
    #expect(throws: problem) { try session.undo(plan) }
    #expect(fixture.tree() == before)
    let report = try session.undo(plan, givingUp: true)
    #expect(report.pictures.count == 1 && report.failures.isEmpty)
    #expect(fixture.tree().names.contains("a/x.jpg"))
    #expect(session.planUndo() == nil)
  }

  @Test func `a file that has changed in the trash stays there`() throws {
    try expect(.changed) { try $0.write("home/Trash/files/y.jpg", content: "more") }
  }

  @Test func `a file that was deleted is missing`() throws {
    try expect(.missing) { try $0.remove("home/Trash/files/y.jpg") }
  }

  @Test func `a place that was taken is not taken back`() throws {
    try expect(.taken) { try $0.write("a/sub/y.jpg", content: "another") }
    try expect(.taken, .move(to: [])) { try $0.write("a/sub/y.jpg", content: "another") }
  }

  @Test func `a folder that is gone can't take its file back`() throws {
    try expect(.folderMissing, .move(to: [])) { fixture in
      _ = fixture.path("a/sub").withPath { rmdir($0) }
    }
  }

  @Test func `the only copy of a file is not removed`() throws {
    try expect(.originalMissing, .copy(to: [])) { try $0.remove("a/sub/y.jpg") }
  }

  @Test func `a changed original keeps its copy`() throws {
    try expect(.originalMissing, .copy(to: [])) { try $0.write("a/sub/y.jpg", content: "new") }
  }

  @Test func `a copy with the same size and time but other bytes is kept`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg", content: "one")
    let session = try fixture.session()
    try fixture.perform(.copy(to: fixture.path("b")), "a/x.jpg", in: session)
    var status = stat()
    _ = fixture.path("b/x.jpg").withPath { stat($0, &status) }
    try fixture.write("b/x.jpg", content: "two")
    let times = [status.st_atim, status.st_mtim]
    _ = fixture.path("b/x.jpg").withPath { utimensat(AT_FDCWD, $0, times, 0) }
    let report = try fixture.undo(in: session)
    #expect(report.failures.map(\.problem) == [.originalMissing])
    #expect(fixture.exists("b/x.jpg"))
  }

  @Test func `an undo that was stopped goes on with the next one`() throws {
    let fixture = try ActionFixture()
    let names = (0..<20).map { "a/\($0).jpg" }
    for name in names { try fixture.write(name) }
    let before = fixture.tree()
    let session = try fixture.session()
    _ = try session.perform(
      try session.plan(ActionRequest(.trash, names.map { fixture.path($0) })))
    let report = try session.undo(try #require(session.planUndo())) { $0.files < 5 }
    #expect(report.isStopped && report.pictures.count == 5)
    #expect(fixture.tree().inFolder("a").count == 5)
    #expect(try #require(session.planUndo()).pictures == 15)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `a plan of an older action is outdated`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg", "a/y.jpg")
    let session = try fixture.session()
    try fixture.perform(.trash, "a/x.jpg", in: session)
    let plan = try #require(session.planUndo())
    try fixture.perform(.trash, "a/y.jpg", in: session)
    #expect(throws: ActionProblem.outdated) { try session.undo(plan) }
  }

  @Test func `extended attributes go along to another volume`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg")
    let value = Array("five".utf8)
    let isSet = fixture.path("a/x.jpg").withPath {
      setxattr($0, "user.rating", value, value.count, 0) == 0
    }
    try fixture.perform(
      .move(to: fixture.path("volume/c")), "a/x.jpg", in: try fixture.session())
    var found = [UInt8](repeating: 0, count: 10)
    let count = fixture.path("volume/c/x.jpg").withPath {
      getxattr($0, "user.rating", &found, found.count)
    }
    #expect(!isSet || Array(found.prefix(max(count, 0))) == value)
  }
}
