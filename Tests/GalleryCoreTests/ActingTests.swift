import GalleryItems
import Raster
import Testing

@testable import GalleryCore

/// Actions on files by keys.
@Suite struct ActingTests {
  private func session(_ count: Int = 10) -> GallerySession { GallerySession(count: count) }

  /// The latest effects on files.
  private func files(_ session: GallerySession) -> String {
    session.effects.filter { if case .files = $0 { true } else { false } }.transcript
  }

  private func end(_ session: inout GallerySession, _ kind: FileOutcome.Kind?, count: Int = 1) {
    session.send([.files(.ended(FileOutcome(kind, count: count)))])
  }

  @Test func `d moves the selected picture to the trash, without a question`() {
    var session = session()
    session.press(.down, .character("d"))
    #expect(files(session) == "trash 1" && session.frame.text.contains("working; Esc stops"))
    end(&session, .trashed)
    #expect(session.frame.text.contains("1 picture moved to the trash; u undoes it"))
  }

  @Test func `marked pictures come before the selected one, and several take a yes`() {
    var session = session()
    session.press(.character(" "), .character(" "), .character("d"))
    #expect(session.frame.text.contains("move to the trash: 2 marked pictures? y: yes"))
    session.press(.down)
    #expect(files(session) == "" && session.gallery.selection == 2, "any other key is a no")
    session.press(.character("d"), .character("y"))
    #expect(files(session) == "trash 0 and 1")
  }

  @Test func `D downloads, and shows the bytes of the picture under way`() {
    var session = session()
    session.press(.character("D"))
    #expect(files(session) == "download 0" && session.frame.text.contains("working; Esc stops"))
    session.send([.files(.isReceiving(TileProgress(fraction: 0.25, receivedBytes: 1_200_000)))])
    #expect(session.frame.text.contains("25 % · 1.2 MB; Esc stops"))
    end(&session, .downloaded)
    #expect(session.frame.text.contains("1 picture downloaded; u undoes it"))
    session.press(.character(" "), .character(" "), .character("D"), .character("y"))
    session.send([
      .files(.isOn(1, of: 2)), .files(.isReceiving(TileProgress(fraction: nil, receivedBytes: 9))),
    ])
    #expect(session.frame.text.contains("1 of 2 pictures done · 9 B; Esc stops"))
  }

  @Test func `a question tells raw and JPEG pairs`() {
    for (key, transcript) in [("y", "trash 0, both"), ("j", "trash 0"), ("r", "trash 0, raws")] {
      var pairs = Numbered(0..<3)
      pairs.companions = ["p.cr2"]
      var session = GallerySession(source: pairs)
      session.press(.character("d"))
      #expect(
        session.frame.text.contains(
          "move to the trash: 1 picture? y: raw files too, j: without them, r: only them"))
      session.press(.character(Character(key)))
      #expect(files(session) == transcript)
    }
  }

  @Test func `an open range is marked before an action`() {
    var session = session()
    session.press(.character("V"), .down, .down, .character("d"), .character("y"))
    #expect(files(session) == "trash 0 and 1 and 2")
  }

  @Test func `m and M ask for a folder, and offer the latest one again`() {
    var session = session()
    session.press(.character("m"))
    session.enter("~/keep")
    #expect(files(session) == "move 0 to ~/keep")
    end(&session, .moved)
    session.press(.character("M"))
    #expect(session.frame.text.contains("copy to: ~/keep▏"))
    session.press(.control("u"), .enter)
    #expect(files(session) == "", "an empty line does nothing")
  }

  @Test func `Y copies the selected picture, with progress, until the copy has ended`() {
    var session = session()
    session.press(.character(" "))
    #expect(session.press(.character("Y")).transcript == "copy the picture 1")
    #expect(session.frame.text.contains("working; Esc stops"))
    session.send([.files(.isReceiving(TileProgress(fraction: 0.25, receivedBytes: 1_200_000)))])
    #expect(session.frame.text.contains("25 % · 1.2 MB; Esc stops"))
    #expect(session.press(.character("Y")).transcript == "")
    #expect(session.frame.text.contains("another action runs; Esc stops it"))
    session.press(.escape)
    #expect(files(session) == "stop")
    session.send([.files(.copied("copied: sunset (2.1 MB)"))])
    #expect(session.frame.text.contains("copied: sunset (2.1 MB)"))
    session.send([.files(.isReceiving(TileProgress(fraction: 1, receivedBytes: 9)))])
    session.press(.down)
    #expect(!session.frame.text.contains("Esc stops"), "late news say nothing")
  }

  @Test func `y copies the names of the marked pictures, or else of the selected one`() {
    var session = session()
    #expect(session.press(.down, .character("y")).transcript == "copy the names of 1")
    session.press(.character(" "), .character(" "))
    #expect(session.press(.character("y")).transcript == "copy the names of 1 and 2")
  }

  @Test func `Tab completes a folder, and takes the next of several`() {
    var session = session()
    session.press(.character("m"))
    session.type("pi")
    session.press(.control("i"))
    #expect(files(session) == "complete pi")
    session.send([.files(.folders(["late/"], from: "p"))])
    session.send([.files(.folders(["pictures/", "pins/"], from: "pi"))])
    #expect(
      session.frame.text.contains("move to: pictures/▏"), "the answer to an older text is late")
    session.press(.control("i"))
    #expect(session.frame.text.contains("move to: pins/▏"))
    session.press(.control("i"), .enter)
    #expect(files(session).hasSuffix("move 0 to pictures/"))
  }

  @Test func `a letter of the configuration stands for its folder, as the first key`() {
    var session = session()
    session.gallery.acting = Acting(folders: ["k": "/keep", "l": "/later"])
    session.press(.character("m"))
    #expect(session.frame.text.contains("k /keep · l /later"))
    session.press(.character("k"))
    #expect(files(session) == "move 0 to /keep")
    end(&session, .moved)
    session.press(.character("m"), .control("u"))
    session.enter("k")
    #expect(files(session).hasSuffix("move 0 to k"))
  }

  @Test func `one action runs at a time, and Esc stops it`() {
    var session = session()
    session.press(.character("a"), .character("d"), .character("y"))
    session.send([.files(.isOn(4, of: 10))])
    #expect(session.frame.text.contains("4 of 10 pictures done; Esc stops"))
    session.press(.character("d"))
    #expect(session.frame.text.contains("another action runs"))
    session.press(.down, .escape)
    #expect(files(session).hasSuffix("stop"))
    session.send([.files(.ended(FileOutcome(.trashed, count: 5, isStopped: true)))])
    #expect(session.frame.text.contains("stopped; 5 pictures moved to the trash"))
  }

  @Test func `u undoes actions and changes of many marks in the order in which they were made`() {
    var session = session()
    session.press(.character("d"))
    end(&session, .trashed)
    session.press(.character("a"), .character("M"))
    session.enter("/copies")
    session.press(.character("y"))
    end(&session, .copied, count: 10)
    session.press(.character("u"))
    #expect(files(session) == "undo")
    end(&session, .broughtBack, count: 10)
    #expect(session.gallery.marks.count == 10)
    session.press(.character("u"))
    #expect(session.gallery.marks.count == 0)
    session.press(.character("u"))
    #expect(files(session) == "undo")
  }

  @Test func `the undo of an earlier session takes a yes`() {
    var session = session()
    session.press(.character("u"))
    session.send([.files(.asks("the move of 3 pictures on 2026-01-02 03:04"))])
    #expect(session.frame.text.contains("undo the move of 3 pictures on 2026-01-02 03:04? y: yes"))
    session.press(.character("n"))
    #expect(files(session) == "")
    session.press(.character("u"))
    session.send([.files(.asks("the move of 3 pictures on 2026-01-02 03:04"))])
    session.press(.character("y"))
    #expect(files(session) == "undo, confirmed")
  }

  @Test func `problems are told, with the number of pictures left alone`() {
    var session = session()
    session.press(.character("d"))
    session.send([
      .files(
        .ended(FileOutcome(.trashed, count: 2, failures: 3, problem: "a.jpg: the file is gone")))
    ])
    #expect(
      session.frame.text.contains(
        "2 pictures moved to the trash; u undoes it; 3 left alone: a.jpg: the file"))
    session.press(.character("d"))
    session.send([.files(.ended(FileOutcome(nil, failures: 1, problem: "b.jpg is on a server")))])
    #expect(session.frame.text.contains("b.jpg is on a server"))
  }

  @Test func `an empty gallery has nothing to act on`() {
    var session = session(0)
    session.press(.character("d"), .character("m"), .character("M"), .character("!"))
    #expect(files(session) == "" && !session.frame.text.contains("to:"))
    #expect(session.press(.character("O")) == [])
  }
}
