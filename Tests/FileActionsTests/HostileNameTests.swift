import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// Names of any bytes, and entries that are no pictures.
@Suite(.timeLimit(.minutes(1))) struct HostileNameTests {
  private static let names: [[UInt8]] = [
    Array("-rf".utf8), Array("--help.jpg".utf8), Array("a\nb.jpg".utf8), Array("%2e%2e.jpg".utf8),
    [0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67], [1, 7, 27, 91, 0x7F], Array("…".utf8), Array(" ".utf8),
    Array("a'\"$(x)`\\.jpg".utf8), [UInt8](repeating: 0x78, count: 255),
    Array(String(repeating: "ä", count: 125).utf8) + Array(".jpg".utf8),
    [UInt8](repeating: 0xC3, count: 255), Array(".jpg".utf8), Array("...".utf8),
  ]

  @Test func `names of any bytes pass through each action and its undo`() throws {
    let fixture = try ActionFixture()
    for name in Self.names { try fixture.write(Array("a/".utf8) + name) }
    let before = fixture.tree()
    let paths = Self.names.map { fixture.path(Array("a/".utf8) + $0) }
    let session = try fixture.session()
    for action in [
      .trash, .move(to: fixture.path("b")), .move(to: fixture.path("volume/c")),
      .copy(to: fixture.path("b")), .copy(to: fixture.path("a")),
    ] as [ActionRequest.Action] {
      let report = try session.perform(try session.plan(ActionRequest(action, paths)))
      #expect(report.failures.isEmpty && report.pictures.count == Self.names.count)
      #expect(Set(fixture.tree().values).isSuperset(of: before.values))
      try fixture.undo(in: session)
      #expect(fixture.tree() == before)
    }
  }

  @Test func `taken names of 255 bytes are shortened, and nothing is replaced`() throws {
    let fixture = try ActionFixture()
    for name in Self.names {
      try fixture.write(Array("a/".utf8) + name)
      try fixture.write(Array("b/".utf8) + name)
    }
    let before = fixture.tree()
    let session = try fixture.session()
    let paths = Self.names.map { fixture.path(Array("a/".utf8) + $0) }
    let report = try session.perform(
      try session.plan(ActionRequest(.move(to: fixture.path("b")), paths)))
    #expect(report.failures.isEmpty)
    let tree = fixture.tree()
    #expect(Set(tree.values) == Set(before.values) && tree.count == before.count)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `folders, pipes and links to copy are refused with a reason`() throws {
    let fixture = try ActionFixture()
    try fixture.makeFolder("a/folder.jpg")
    _ = fixture.path("a/pipe.jpg").withPath { mkfifo($0, 0o600) }
    try fixture.write("b/x.jpg")
    _ = fixture.path("a/link.jpg").withPath { symlink("../b/x.jpg", $0) }
    let session = try fixture.session()
    let paths = ["a/folder.jpg", "a/pipe.jpg", "a/link.jpg", "a/none.jpg"].map { fixture.path($0) }
    let plan = try session.plan(ActionRequest(.copy(to: fixture.path("b")), paths + [[], [47]]))
    #expect(plan.steps.isEmpty)
    #expect(
      Set(plan.refusals.map(\.problem)) == [.isFolder, .isNoFile, .isLink, .missing])
    #expect(throws: ActionProblem.folderMissing) {
      try session.plan(ActionRequest(.copy(to: fixture.path("none")), paths))
    }
  }

  @Test func `a trashed link is the link, not its picture`() throws {
    let fixture = try ActionFixture()
    try fixture.write("b/x.jpg")
    _ = fixture.path("a/link.jpg").withPath { symlink("../b/x.jpg", $0) }
    let session = try fixture.session()
    try fixture.perform(.trash, "a/link.jpg", in: session)
    #expect(fixture.exists("b/x.jpg") && !fixture.exists("a/link.jpg"))
    try fixture.undo(in: session)
    #expect(fixture.exists("a/link.jpg"))
  }

  @Test func `a link that comes in a picture's place after the plan is not followed`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg", "b/secret")
    let session = try fixture.session()
    for action in [.copy(to: fixture.path("volume/c")), .trash] as [ActionRequest.Action] {
      let plan = try session.plan(ActionRequest(action, [fixture.path("a/x.jpg")]))
      try fixture.remove("a/x.jpg")
      _ = fixture.path("a/x.jpg").withPath { symlink("../b/secret", $0) }
      let report = try session.perform(plan)
      #expect(report.failures.map(\.problem) == [.changed] && report.pictures.isEmpty)
      #expect(fixture.tree().inFolder("volume").isEmpty)
      try fixture.remove("a/x.jpg")
      try fixture.write("a/x.jpg")
    }
  }

  @Test func `a name that is taken after the plan gets a number`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg", "a/x.xmp", "a/y.jpg")
    let before = fixture.tree()
    let session = try fixture.session()
    let plan = try session.plan(
      ActionRequest(
        .move(to: fixture.path("b")), [fixture.path("a/x.jpg"), fixture.path("a/y.jpg")]))
    try fixture.write("b/x.jpg", content: "another")
    let report = try session.perform(plan)
    #expect(report.failures.isEmpty && report.pictures.count == 2 && report.sidecars == 1)
    #expect(
      fixture.tree().names == ["b/x.jpg", "b/x (2).jpg", "b/x (2).xmp", "b/y.jpg"])
    try fixture.remove("b/x.jpg")
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }
}
