import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// Kills and failures at any system call: no picture is lost, doubled or replaced.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
  private static let pictures =
    (0..<6).flatMap { ["a/\($0).jpg", "a/\($0).xmp"] } + ["b/0.jpg", "volume/c/v.jpg"]

  private func fixture() throws -> ActionFixture {
    let fixture = try ActionFixture()
    for name in Self.pictures { try fixture.write(name) }
    return fixture
  }

  /// Does some of everything; a failure ends it.
  private func work(_ fixture: ActionFixture, _ faults: SeededFaults) throws {
    let session = try fixture.session(faults)
    try fixture.perform(.trash, "a/0.jpg", "a/1.jpg", "volume/c/v.jpg", in: session)
    try fixture.perform(.move(to: fixture.path("b")), "a/2.jpg", "a/3.jpg", in: session)
    try fixture.perform(.move(to: fixture.path("volume/c")), "a/4.jpg", "b/2.jpg", in: session)
    try fixture.perform(.copy(to: fixture.path("b")), "a/5.jpg", in: session)
    for _ in 0..<3 { try fixture.undo(in: session) }
    try fixture.perform(.move(to: fixture.path("volume/c")), "a/5.jpg", in: session)
  }

  /// Expects each picture once, or twice if it was being copied, and a note for each trashed one.
  private func expectAll(
    _ fixture: ActionFixture, copies: Set<String> = ["a/5.jpg", "a/5.xmp"], _ comment: Comment
  ) {
    let tree = fixture.tree()
    let files = tree.filter { !String(decoding: $0.key, as: UTF8.self).contains("/info/") }
    let found = Dictionary(grouping: files.values) { String(decoding: $0, as: UTF8.self) }
    #expect(Set(found.keys) == Set(Self.pictures), comment)
    for (content, places) in found {
      #expect(places.count == 1 || copies.contains(content) && places.count == 2, comment)
    }
    for trash in ["home/Trash", "volume/.Trash-\(getuid())"] {
      let notes = tree.inFolder("\(trash)/info").map { $0.split(separator: "/").last ?? "" }
      let trashed = tree.inFolder("\(trash)/files").map { $0.split(separator: "/").last ?? "" }
      #expect(Set(notes) == Set(trashed.map { "\($0).trashinfo" }), comment)
    }
  }

  @Test func `a kill at any moment loses and doubles nothing, and all can be undone`() throws {
    let counter = SeededFaults()
    try work(try fixture(), counter)
    #expect(counter.count > 400)
    for moment in stride(from: 0, to: counter.count, by: max(counter.count / 250, 1)) {
      let fixture = try fixture()
      let before = fixture.tree()
      try? work(fixture, .kill(at: moment))
      let session = try fixture.session()
      expectAll(fixture, "killed at call \(moment)")
      while let plan = session.planUndo() {
        #expect(plan.refusals.isEmpty, "killed at call \(moment)")
        let report = try session.undo(plan)
        #expect(report.failures.isEmpty)
      }
      #expect(fixture.tree() == before, "killed at call \(moment)")
    }
  }

  @Test func `a kill while the next session settles the first one loses nothing either`() throws {
    let counter = SeededFaults()
    try work(try fixture(), counter)
    for moment in stride(from: 20, to: counter.count, by: max(counter.count / 25, 1)) {
      for second in stride(from: 0, to: 60, by: 7) {
        let fixture = try fixture()
        let before = fixture.tree()
        try? work(fixture, .kill(at: moment))
        let faults = SeededFaults.kill(at: second)
        _ = try? fixture.session(faults)
        let session = try fixture.session()
        expectAll(fixture, "killed at calls \(moment) and \(second)")
        while let plan = session.planUndo() { _ = try session.undo(plan) }
        #expect(fixture.tree() == before, "killed at calls \(moment) and \(second)")
      }
    }
  }

  @Test(arguments: [ENOSPC, EACCES, EROFS, EIO, EDQUOT])
  func `a call that fails once loses nothing, and the session goes on`(error: Int32) throws {
    let counter = SeededFaults()
    try work(try fixture(), counter)
    for moment in stride(from: 0, to: counter.count, by: max(counter.count / 100, 1)) {
      let fixture = try fixture()
      let before = fixture.tree()
      let faults = SeededFaults { number, _ in number == moment ? error : nil }
      try? work(fixture, faults)
      let session = try fixture.session()
      expectAll(fixture, "error \(error) at call \(moment)")
      while let plan = session.planUndo() { _ = try session.undo(plan, givingUp: true) }
      #expect(fixture.tree() == before, "error \(error) at call \(moment)")
    }
  }

  @Test func `a full disk shows no action as done that the journal doesn't have`() throws {
    let fixture = try fixture()
    let before = fixture.tree()
    let faults = SeededFaults { _, call in call == .write ? ENOSPC : nil }
    _ = try fixture.session()
    let session = try fixture.session(faults)
    #expect(throws: ActionProblem.self) {
      try fixture.perform(.move(to: fixture.path("b")), "a/1.jpg", in: session)
    }
    #expect(fixture.tree() == before && session.planUndo() == nil)
  }

  @Test func `a file system that can't refuse to replace gets a second link`() throws {
    let fixture = try fixture()
    let before = fixture.tree()
    for moment in 0..<200 {
      let faults = SeededFaults { number, call in
        number >= moment ? EIO : call == .move ? EINVAL : nil
      }
      _ = try? {
        let session = try fixture.session(faults)
        try fixture.perform(.move(to: fixture.path("b")), "a/1.jpg", in: session)
        try fixture.perform(.trash, "b/1.jpg", in: session)
      }()
      let session = try fixture.session()
      expectAll(fixture, "killed at call \(moment)")
      while let plan = session.planUndo() { _ = try session.undo(plan) }
      #expect(fixture.tree() == before)
    }
  }

  @Test func `a folder that vanishes between plan and action is a failure of its files`() throws {
    let fixture = try fixture()
    try fixture.makeFolder("gone")
    let session = try fixture.session()
    let plan = try session.plan(
      ActionRequest(.move(to: fixture.path("gone")), [fixture.path("a/1.jpg")]))
    _ = fixture.path("gone").withPath { rmdir($0) }
    let report = try session.perform(plan)
    #expect(report.failures.first?.problem == .folderMissing)
    expectAll(fixture, "the folder is gone")
    #expect(session.planUndo() == nil)
  }

  @Test func `an interrupted batch says what is done, and one undo takes it back`() throws {
    let fixture = try ActionFixture()
    let names = (0..<300).map { "a/\($0).jpg" }
    for name in names { try fixture.write(name) }
    let before = fixture.tree()
    let paths = names.map { fixture.path($0) }
    _ = try? {
      let session = try fixture.session(.kill(at: 270, counting: .move))
      _ = try session.perform(try session.plan(ActionRequest(.move(to: fixture.path("b")), paths)))
    }()
    let session = try fixture.session()
    let interrupted = try #require(session.interruptions.first)
    #expect(interrupted.completed == 270 && interrupted.untouched == 30)
    #expect(fixture.tree().inFolder("b").count == 270)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
    #expect(try fixture.session().interruptions.isEmpty)
  }
}
