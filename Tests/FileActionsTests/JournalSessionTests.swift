import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// Journals of several sessions.
@Suite(.timeLimit(.minutes(1))) struct JournalSessionTests {
  private func journals(of fixture: ActionFixture) -> Set<String> {
    Set(
      (1...9).map { "state/actions/journal-\($0)" }.filter { fixture.exists($0) })
  }

  @Test func `two sessions at once undo their own actions only`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/1.jpg", "a/2.jpg")
    let (one, two) = (try fixture.session(), try fixture.session())
    try fixture.perform(.trash, "a/1.jpg", in: one)
    try fixture.perform(.trash, "a/2.jpg", in: two)
    #expect(journals(of: fixture).count == 2)
    try fixture.undo(in: one)
    #expect(fixture.tree().inFolder("a") == ["a/1.jpg"])
    #expect(one.planUndo() == nil)
    try fixture.undo(in: two)
    #expect(fixture.tree().inFolder("a") == ["a/1.jpg", "a/2.jpg"])
  }

  @Test func `a session takes over the actions of all that have ended, in order`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/1.jpg", "a/2.jpg", "a/3.jpg")
    let before = fixture.tree()
    do {
      let (one, two) = (try fixture.session(), try fixture.session())
      try fixture.perform(.trash, "a/1.jpg", in: one)
      try fixture.perform(.trash, "a/2.jpg", in: two)
    }
    let session = try fixture.session()
    #expect(journals(of: fixture).count == 1)
    try fixture.perform(.trash, "a/3.jpg", in: session)
    for _ in 0..<3 { try fixture.undo(in: session) }
    #expect(fixture.tree() == before && session.planUndo() == nil)
  }

  @Test func `a journal cut anywhere lets the next session undo what it tells`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/1.jpg", "a/2.jpg")
    let before = fixture.tree()
    do {
      let session = try fixture.session()
      try fixture.perform(.trash, "a/1.jpg", in: session)
      try fixture.perform(.trash, "a/2.jpg", in: session)
      while session.planUndo() != nil { try fixture.undo(in: session) }
    }
    let name = Array("state/actions/journal-1".utf8)
    let bytes = fixture.content(name)
    for length in 20...bytes.count {
      try fixture.write(name, Array(bytes.prefix(length)))
      let session = try fixture.session()
      while let plan = session.planUndo() { _ = try session.undo(plan, givingUp: true) }
      #expect(fixture.tree() == before)
    }
  }

  @Test func `a file that is no journal stays as it is`() throws {
    let fixture = try ActionFixture()
    _ = try fixture.session()
    try fixture.write("state/actions/journal-1", content: "a newer format")
    try fixture.write("a/1.jpg")
    try fixture.perform(.trash, "a/1.jpg", in: try fixture.session())
    #expect(fixture.content(Array("state/actions/journal-1".utf8)) == Array("a newer format".utf8))
  }

  @Test func `a journal stays short however many actions are undone`() throws {
    let fixture = try ActionFixture()
    let names = (0..<400).map { "a/\($0).jpg" }
    for name in names { try fixture.write(name) }
    let paths = names.map { fixture.path($0) }
    let before = fixture.tree()
    let session = try fixture.session()
    for _ in 0..<20 {
      _ = try session.perform(try session.plan(ActionRequest(.move(to: fixture.path("b")), paths)))
      try fixture.undo(in: session)
    }
    #expect(fixture.content(Array("state/actions/journal-1".utf8)).count < 1_048_576)
    #expect(fixture.tree() == before)
  }

  @Test func `only the user can read journals`() throws {
    let fixture = try ActionFixture()
    _ = try fixture.session()
    for (name, mode) in [("state/actions", 0o700), ("state/actions/journal-1", 0o600)] {
      var status = stat()
      _ = fixture.path(name).withPath { stat($0, &status) }
      #expect(status.st_mode & 0o777 == mode)
    }
  }
}
