import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryInfoTests {
  static var photo: PictureInfo {
    var info = PictureInfo(size: PixelSize(width: 4_000, height: 3_000))
    info.format = "JPEG"
    info.bytes = 2_345_678
    info.colors = "Display P3"
    info.takenAt = "2024-05-06 07:08:09"
    info.camera = "Canon EOS \u{1B}[31mR5"
    info.exposure = "1/250 s, f/2.8, ISO 100, 35 mm"
    return info
  }

  static var timings: LoadTimings {
    var timings = LoadTimings(source: "network", total: .milliseconds(123))
    timings.queueWait = .microseconds(400)
    timings.firstByte = .milliseconds(40)
    timings.transfer = .milliseconds(60)
    timings.decode = .microseconds(22_600)
    return timings
  }

  @Test func `the key opens the panel with the picture, then closes and opens it`() {
    var session = GallerySession()
    session.press(.character("i"))
    #expect(session.gallery.screen == .detail)
    #expect(session.frame.text.contains("reading more"))
    session.press(.character("i"))
    #expect(!session.gallery.detail.showsInfo)
    session.press(.character("i"))
    #expect(session.gallery.detail.showsInfo)
    session.press(.right)
    #expect(session.gallery.detail.showsInfo)
  }

  @Test func `the information has the known facts and the course of the load`() {
    var session = GallerySession()
    session.press(.character("i"))
    let request = session.detailLoads[0]
    session.send([.described(request.key, Self.photo), .timed(request.key, Self.timings)])
    session.answer(request)
    let text = session.frame.text
    for part in [
      "food 0", "4000x3000", "JPEG, 2.3 MB", "2024-05-06", "1/250 s", "http://127.0.0.1:1/80x48",
      "from network in 123.0 ms", "first byte 40.0 ms", "decode 22.6 ms",
    ] {
      #expect(text.contains(part))
    }
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `the date of the file is told as such where no camera wrote one`() {
    for (takenAt, label) in [
      ("2024-05-06 07:08:09", "taken     2024-05-06"), (nil, "file date 2025-01-02"),
    ] {
      var session = GallerySession()
      session.press(.character("i"))
      let request = session.detailLoads[0]
      var info = Self.photo
      (info.takenAt, info.changedAt) = (takenAt, "2025-01-02 03:04:05")
      session.send([.described(request.key, info)])
      #expect(session.frame.text.contains(label))
      #expect(session.frame.text.contains("file date") == (takenAt == nil))
    }
  }

  @Test func `that the file ends early is told beside its size, and below the picture`() {
    var session = GallerySession()
    session.press(.character("i"))
    let request = session.detailLoads[0]
    var image = PixelImage(size: request.key.size, filledWith: 0xFF_336699)
    image.endsEarly = true
    session.send([.described(request.key, Self.photo), .pictureReady(request.key, image)])
    #expect(session.frame.text.contains("JPEG, 2.3 MB, ends early"))
    #expect(session.frame.textLines.last?.contains("ends early") == true)
  }

  @Test func `information about another picture is not shown`() {
    var session = GallerySession()
    session.press(.character("i"))
    let request = session.detailLoads[0]
    session.press(.right)
    session.send([.described(request.key, Self.photo), .timed(request.key, Self.timings)])
    #expect(!session.frame.text.contains("4000x3000"))
    #expect(!session.frame.text.contains("from network"))
  }

  @Test func `a picture that is reloaded is described anew`() {
    var session = GallerySession()
    session.press(.enter)
    let first = session.detailLoads[0]
    session.send([.described(first.key, Self.photo)])
    session.answer(first)
    session.press(.character("R"))
    let again = session.effects.compactMap { effect in
      if case .detail(.describe(let request)) = effect { request } else { nil }
    }
    #expect(again.map(\.bypassesCaches) == [true])
    #expect(session.gallery.detail.picture?.info == Self.photo)
  }
}

// MARK: - Texts

extension GalleryInfoTests {
  private func opened(with texts: [PictureText]) -> GallerySession {
    var session = GallerySession()
    session.press(.character("i"))
    var info = Self.photo
    info.texts = texts
    let request = session.detailLoads[0]
    session.send([.described(request.key, info)])
    session.answer(request)
    return session
  }

  private func words(_ count: Int) -> String {
    (0..<count).map { "word\($0)" }.joined(separator: " ")
  }

  @Test func `texts are shown below the facts, without what could harm a terminal`() {
    let session = opened(with: [
      PictureText("caption", "Gulls\nat a \u{1B}[31mpier, http://me:secret@example.org/"),
      PictureText("keywords", "sea, 鴎"),
    ])
    let lines = session.frame.textLines
    for line in [" caption   Gulls", "           at a ", " keywords  sea, 鴎"] {
      #expect(lines.contains { $0.hasPrefix(line) })
    }
    #expect(!session.frame.text.contains("secret") && !session.frame.text.contains("more"))
    #expect(!session.frame.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `arrows scroll texts longer than the screen, and the ends stay`() throws {
    var session = opened(with: [PictureText("prompt", words(300))])
    let selection = session.gallery.selection
    #expect(session.frame.text.contains("↓ more") && session.frame.text.contains("size"))
    #expect(!session.frame.text.contains("word299"))
    session.press(.down)
    #expect(session.frame.text.contains("↑ ↓ more"))
    for _ in 0..<40 { session.press(.pageDown) }
    #expect(session.frame.text.contains("word299") && session.frame.text.contains("↑ more"))
    session.press(.up)
    #expect(session.frame.text.contains("↑ ↓ more"))
    for _ in 0..<40 { session.press(.pageUp) }
    #expect(session.frame.text.contains("size"))
    #expect(session.gallery.selection == selection)
    session.press(.right)
    #expect(session.gallery.selection == selection + 1)
  }

  @Test func `arrows change pictures while the texts fit or are closed`() {
    for texts in [[], [PictureText("caption", "Gulls")]] {
      var session = opened(with: texts)
      session.press(.pageDown)
      #expect(session.gallery.selection == 1)
    }
    var session = opened(with: [PictureText("prompt", words(300))])
    session.press(.character("i"))
    session.press(.pageDown)
    #expect(session.gallery.selection == 1)
  }
}

// MARK: - Pictures that move

extension GalleryInfoTests {
  private func moving(_ count: Int) -> PictureInfo {
    var info = PictureInfo(size: PixelSize(width: 320, height: 192))
    info.frameCount = count
    return info
  }

  private func opened(_ session: inout GallerySession, frames: Int) -> TileRequest {
    session.press(.enter)
    let request = session.detailLoads[0]
    session.answer(request, pixel: 0xFF_111111)
    session.send([.described(request.key, moving(frames))])
    return request
  }

  @Test func `a picture of several frames moves, one of one does not`() {
    var session = GallerySession()
    let request = opened(&session, frames: 12)
    #expect(session.effects.contains(.detail(.animate(request))))
    #expect(session.frame.text.contains("12 frames"))
    var still = GallerySession()
    let other = opened(&still, frames: 1)
    #expect(!still.effects.contains(.detail(.animate(other))))
  }

  @Test func `its frames take the picture's place, the latest wins`() {
    var session = GallerySession()
    let key = opened(&session, frames: 2).key
    let frames = [0xFF_222222, 0xFF_333333].map {
      Event.animationFrame(key, PixelImage(size: key.size, filledWith: $0))
    }
    session.send(frames)
    #expect(session.frame[9, 9].background == Color(rawValue: 0x33_3333))
    #expect(key.isOnScreen(of: session.gallery))
  }

  @Test(arguments: [
    Key.escape, .character("q"), .right, .character("z"), .character("?"), .character("R"),
    .character("S"),
  ])
  func `it stops when it is no longer seen as a whole`(key: Key) {
    var session = GallerySession()
    let request = opened(&session, frames: 2)
    session.press(key)
    #expect(
      session.effects.contains(.detail(.stopAnimating(request.key))) || key == .character("q"))
    session.send([
      .animationFrame(request.key, PixelImage(size: request.key.size, filledWith: 0xFF_ABCDEF))
    ])
    if key != .character("q") { #expect(session.gallery.detail.picture?.frame == nil) }
  }

  @Test func `it moves on when the whole is seen again`() {
    var session = GallerySession()
    let request = opened(&session, frames: 2)
    session.press(.character("z"))
    session.press(.character("z"))
    #expect(session.effects.contains(.detail(.animate(request))))
  }
}
