import FileActions
import SourceItems
import TestSupport
import Testing

/// The files that go along with a picture.
@Suite(.timeLimit(.minutes(1))) struct CompanionTests {
  @Test func `sidecars go along, in either case, and come back`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/p.jpg", "a/p.xmp", "a/p.jpg.xmp", "a/p.AAE", "a/p.txt", "a/pp.xmp")
    let before = fixture.tree()
    let session = try fixture.session()
    let report = try fixture.perform(.move(to: fixture.path("b")), "a/p.jpg", in: session)
    #expect(report.pictures.count == 1 && report.sidecars == 3)
    #expect(
      fixture.tree().names
        == ["b/p.jpg", "b/p.xmp", "b/p.jpg.xmp", "b/p.AAE", "a/p.txt", "a/pp.xmp"])
    try fixture.undo(in: session)
    #expect(fixture.tree() == before)
  }

  @Test func `a taken sidecar's name numbers the picture too`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/p.jpg", "a/p.xmp", "a/p.CR2", "b/p.xmp")
    let session = try fixture.session()
    try fixture.perform(.copy(to: fixture.path("b")), "a/p.jpg", in: session)
    #expect(
      fixture.tree().inFolder("b") == ["b/p.xmp", "b/p (2).jpg", "b/p (2).xmp", "b/p (2).CR2"])
  }

  @Test func `a pair goes together, or only the named file without the shared sidecar`() throws {
    for (pairs, expected) in [
      (.both, ["b/p.JPG", "b/p.nef", "b/p.xmp", "b/p.JPG.xmp"]),
      (.named, ["b/p.JPG", "a/p.nef", "a/p.xmp", "b/p.JPG.xmp"]),
    ] as [(ActionRequest.Pairs, Set<String>)] {
      let fixture = try ActionFixture()
      try fixture.write("a/p.JPG", "a/p.nef", "a/p.xmp", "a/p.JPG.xmp")
      let session = try fixture.session()
      try fixture.perform(
        .move(to: fixture.path("b")), "a/p.JPG", pairs: pairs, in: session)
      #expect(fixture.tree().names == expected)
    }
  }

  @Test func `a file named twice, alone or as a partner, is acted on once`() throws {
    let fixture = try ActionFixture()
    try fixture.write("a/p.jpg", "a/p.nef", "a/p.xmp")
    let session = try fixture.session()
    let report = try fixture.perform(.trash, "a/p.jpg", "a/p.nef", "a/p.jpg", in: session)
    #expect(report.pictures.count == 2 && report.sidecars == 1 && report.failures.isEmpty)
    #expect(fixture.tree().inFolder("home/Trash/files").count == 3)
  }
}
