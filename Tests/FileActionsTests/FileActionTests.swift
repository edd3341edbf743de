import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// Single actions and their undo.
@Suite(.timeLimit(.minutes(1))) struct FileActionTests {
  @Test func `a trashed picture is in the trash with a note, and comes back`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/photo 1.jpg")
    let before = fixture.tree()
    let session = try fixture.session()
    let report = try fixture.perform(.trash, "a/photo 1.jpg", in: session)
    #expect(report.pictures.count == 1 && report.failures.isEmpty)
    let tree = fixture.tree()
    #expect(
      tree.names == [
        "home/Trash/files/photo 1.jpg", "home/Trash/info/photo 1.jpg.trashinfo",
      ])
    let note = tree[Array("home/Trash/info/photo 1.jpg.trashinfo".utf8)] ?? []
    let text = String(decoding: note, as: UTF8.self)
    #expect(text.hasPrefix("[Trash Info]\nPath=\(fixture.folder.path)/a/photo%201.jpg\n"))
    #expect(text.contains(/DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n/))
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
    #expect(session.planUndo() == nil)
  }

  @Test func `a picture of another volume goes to the trash of that volume`() throws {
    let fixture = try ActionFixture()
    try fixture.write("volume/c/x.jpg")
    let before = fixture.tree()
    let session = try fixture.session()
    try fixture.perform(.trash, "volume/c/x.jpg", in: session)
    let trash = "volume/.Trash-\(getuid())"
    #expect(
      fixture.tree().names == ["\(trash)/files/x.jpg", "\(trash)/info/x.jpg.trashinfo"])
    let note = fixture.content(Array("\(trash)/info/x.jpg.trashinfo".utf8))
    #expect(String(decoding: note, as: UTF8.self).contains("\nPath=c/x.jpg\n"))
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `an administrator's trash is used only if it is sticky and no link`() throws {
    for (mode, isUsed) in [(0o1777 as mode_t, true), (0o777, false)] {
      let fixture = try ActionFixture()
      try fixture.write("volume/c/x.jpg")
      try fixture.makeFolder("volume/.Trash")
      _ = fixture.path("volume/.Trash").withPath { chmod($0, mode) }
      try fixture.perform(.trash, "volume/c/x.jpg", in: try fixture.session())
      #expect(fixture.exists("volume/.Trash/\(getuid())/files/x.jpg") == isUsed)
      #expect(fixture.exists("volume/.Trash-\(getuid())/files/x.jpg") == !isUsed)
    }
    let fixture = try ActionFixture()
    try fixture.write("volume/c/x.jpg")
    try fixture.makeFolder("volume/elsewhere")
    _ = fixture.path("volume/elsewhere").withPath { chmod($0, 0o1777) }
    _ = fixture.path("volume/.Trash").withPath { symlink("elsewhere", $0) }
    try fixture.perform(.trash, "volume/c/x.jpg", in: try fixture.session())
    #expect(fixture.exists("volume/.Trash-\(getuid())/files/x.jpg"))
  }

  @Test func `a trash folder that is a link is not followed, and the picture stays`() throws {
    let fixture = try ActionFixture()
    try fixture.write("volume/c/x.jpg")
    _ = fixture.path("volume/.Trash-\(getuid())").withPath { symlink("/tmp", $0) }
    let report = try fixture.session().plan(
      ActionRequest(.trash, [fixture.path("volume/c/x.jpg")]))
    #expect(report.refusals.map(\.problem) == [.noTrash])
    #expect(fixture.exists("volume/c/x.jpg"))
  }

  @Test func `a moved picture keeps its mode, times and inode, and comes back`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg")
    let before = fixture.tree()
    let session = try fixture.session()
    let old = status(of: "a/x.jpg", in: fixture)
    try fixture.perform(.move(to: fixture.path("b")), "a/x.jpg", in: session)
    #expect(fixture.tree().names == ["b/x.jpg"])
    let new = status(of: "b/x.jpg", in: fixture)
    #expect(new.st_ino == old.st_ino && new.st_mtim.tv_nsec == old.st_mtim.tv_nsec)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `a move across volumes keeps mode, times and extended attributes`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg")
    let path = fixture.path("a/x.jpg")
    _ = path.withPath { chmod($0, 0o640) }
    let times = [timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 2_000, tv_nsec: 123_456)]
    _ = path.withPath { utimensat(AT_FDCWD, $0, times, 0) }
    let before = fixture.tree()
    let session = try fixture.session()
    try fixture.perform(.move(to: fixture.path("volume/c")), "a/x.jpg", in: session)
    #expect(fixture.tree().names == ["volume/c/x.jpg"])
    let new = status(of: "volume/c/x.jpg", in: fixture)
    #expect(new.st_mode & 0o7777 == 0o640)
    #expect(new.st_mtim.tv_sec == 2_000 && new.st_mtim.tv_nsec == 123_456)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
    #expect(status(of: "a/x.jpg", in: fixture).st_mtim.tv_sec == 2_000)
  }

  @Test func `a move between real volumes takes the bytes along, and comes back`() throws {
    let (disk, memory) = (try ActionFixture(isInMemory: false), try ActionFixture())
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try disk.write(Array("a/x.jpg".utf8), content)
    let session = try disk.session()
    try disk.perform(.move(to: memory.path("b")), "a/x.jpg", in: session)
    #expect(disk.tree().isEmpty && memory.content(Array("b/x.jpg".utf8)) == content)
    try disk.undo(in: session)
    #expect(memory.tree().isEmpty && disk.content(Array("a/x.jpg".utf8)) == content)
  }

  @Test func `a copy has the original's bytes, and is removed by its undo`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg")
    let before = fixture.tree()
    let session = try fixture.session()
    try fixture.perform(.copy(to: fixture.path("b")), "a/x.jpg", in: session)
    #expect(fixture.content(Array("b/x.jpg".utf8)) == Array("a/x.jpg".utf8))
    #expect(fixture.tree().names == ["a/x.jpg", "b/x.jpg"])
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `a copy into its own folder gets a number, a move there is refused`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/x.jpg")
    let session = try fixture.session()
    try fixture.perform(.copy(to: fixture.path("a")), "a/x.jpg", in: session)
    #expect(fixture.tree().names == ["a/x.jpg", "a/x (2).jpg"])
    let plan = try session.plan(
      ActionRequest(.move(to: fixture.path("a/../a")), [fixture.path("a/x.jpg")]))
    #expect(plan.steps.isEmpty && plan.refusals.map(\.problem) == [.alreadyThere])
  }

  @Test func `undo takes back actions in reverse order, also those of the last session`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/1.jpg", "a/2.jpg", "a/3.jpg")
    var trees = [fixture.tree()]
    try autoreleased {
      let session = try fixture.session()
      try fixture.perform(.move(to: fixture.path("b")), "a/1.jpg", in: session)
      trees.append(fixture.tree())
      try fixture.perform(.trash, "b/1.jpg", "a/2.jpg", in: session)
      trees.append(fixture.tree())
      try fixture.perform(.copy(to: fixture.path("volume/c")), "a/3.jpg", in: session)
    }
    for tree in trees.reversed() {
      let session = try fixture.session()
      #expect(session.interruptions.isEmpty)
      try fixture.undo(in: session)
      #expect(fixture.tree() == tree)
    }
    #expect(try fixture.session().planUndo() == nil)
  }

  @Test func `a stopped batch keeps what was done, and one undo takes it back`() throws {
    let fixture = try ActionFixture()
    let names = (0..<20).map { "a/\($0).jpg" }
    for name in names { try fixture.write(name) }
    let before = fixture.tree()
    let session = try fixture.session()
    let plan = try session.plan(
      ActionRequest(.move(to: fixture.path("b")), names.map { fixture.path($0) }))
    let report = try session.perform(plan) { $0.files < 7 }
    #expect(report.isStopped && report.pictures.count == 7)
    #expect(fixture.tree().inFolder("b").count == 7)
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `a long copy can be stopped, and leaves no part`() throws {
    let fixture = try ActionFixture()
    try fixture.write(Array("a/x.jpg".utf8), [UInt8](repeating: 7, count: 9 << 20))
    // A file system that shares blocks would copy at once.
    let session = try fixture.session()
    let plan = try session.plan(
      ActionRequest(.copy(to: fixture.path("volume/c")), [fixture.path("a/x.jpg")]))
    let report = try session.perform(plan) { $0.bytes < 1 << 20 }
    if report.pictures.isEmpty { #expect(report.isStopped) }
    #expect(!fixture.tree().names.contains { $0.hasSuffix(".part") })
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

  private func status(of name: String, in fixture: ActionFixture) -> stat {
    var status = stat()
    _ = fixture.path(name).withPath { stat($0, &status) }
    return status
  }
}
