import FramePacing
import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct OverlayTests {
  /// A second of scrolling at 60 frames a second; the frame before last is late, because sending took long.
  static let profiler = {
    var profiler = FrameProfiler(budget: .nanoseconds(16_666_667))
    var now = Duration.seconds(1)
    for index in 1...60 {
      var frame = FrameRecord()
      let isLate = index == 59
      frame.cause = .key(.down)
      frame.times.input = .microseconds(200)
      frame.times.update = .microseconds(500 + index * 10)
      frame.times.draw = .microseconds(index * 40)
      frame.times.present = isLate ? .milliseconds(19) : .microseconds(1_500)
      frame.times.overlay = .microseconds(80)
      frame.overrun = isLate ? .milliseconds(3.2) : .milliseconds(-12)
      frame.bytes = 1_000 + index
      frame.tiles = 24
      frame.movedRows = 1
      frame.linkNumber = index
      now += isLate ? .milliseconds(20) : .nanoseconds(16_666_667)
      frame.presentedAt = now
      frame.timeOfDay = .seconds(14 * 3_600 + 3 * 60 + 22)
      profiler.record(frame)
      profiler.answered(index, at: now + .milliseconds(3), roundTrip: .milliseconds(1))
    }
    return profiler
  }()

  func frame(
    of session: GallerySession, loads: LoadFigures = LoadFigures(), at now: Duration = .seconds(2)
  ) -> Surface {
    var surface = session.frame
    Overlay(profiler: Self.profiler, loads: loads, presenter: "direct", now: now)
      .draw(session.gallery, into: &surface)
    return surface
  }

  func session(
    _ level: OverlayLevel, _ columns: Int = 80, _ rows: Int = 24,
    rendition: Rendition = Rendition(), edge: OverlayLayout.Edge = .bottom
  ) -> GallerySession {
    var session = GallerySession(
      screen: CellSize(columns: columns, rows: rows), mode: .grid, rendition: rendition)
    session.answerAll()
    session.type(":overlay \(level.rawValue)")
    session.press(.enter)
    session.type(":overlay \(edge.rawValue)")
    session.press(.enter)
    return session
  }

  @Test func `the key goes through the levels`() {
    var session = GallerySession()
    for level in [OverlayLevel.line, .panel, .full, .off] {
      session.press(.character("o"))
      #expect(session.gallery.layout.overlay.level == level)
    }
  }

  @Test func `the line stands in the status line`() throws {
    let surface = frame(of: session(.line))
    let status = try #require(surface.textLines.last)
    #expect(status.hasSuffix("60 fps · 4.7 ms · ▃▃▃▃▃▃▃█▃ · 1 late · ? keys"), "\(status)")
  }

  @Test(arguments: [(OverlayLevel.panel, 80, 24), (.full, 80, 24), (.full, 200, 60)])
  func `a band has figures and the graph`(level: OverlayLevel, columns: Int, rows: Int) throws {
    let name = "overlay-\(level.rawValue)-\(columns)"
    try expectFrame(frame(of: session(level, columns, rows)), is: name)
  }

  @Test(arguments: [24, 32, 40, 60, 80])
  func `a narrow panel drops whole figures, the least important first`(columns: Int) {
    let session = session(.panel, columns, 30)
    let lines = frame(of: session).textLines[session.gallery.layout.overlayBand.rows]
    #expect(!lines.joined().contains("…"), "\(lines)")
    #expect(lines.joined().contains("60 fps · 1% low 50") == (columns >= 32))
    #expect(lines.joined().contains("uneven") == (columns >= 80))
    let words = lines.joined().split(separator: " ")
    for word in ["60", "4.7", "19.9", "1"] { #expect(words.contains(Substring(word))) }
  }

  @Test func `the number of pictures that failed is seen at 40 columns`() {
    var session = GallerySession(screen: CellSize(columns: 40, rows: 24), mode: .grid)
    session.send(session.loads.map { .pictureFailed($0.key, reason: "500") })
    session.type(":overlay panel")
    session.press(.enter)
    #expect(
      frame(of: session).text.contains("· \(session.gallery.visibleItems.count) failed"))
  }

  @Test(arguments: [30, 40, 60, 70, 80, 120, 200])
  func `the title names the presenter, and the frames where the legend leaves room`(columns: Int) {
    let session = session(.panel, columns, 30)
    let title = frame(of: session).textLines[session.gallery.layout.overlayBand.origin.row]
    #expect(title.contains("ms · direct"))
    #expect(title.contains("frame ms of 60") == [60, 70, 120, 200].contains(columns))
    #expect(title.contains("■present") == (columns >= 80))
  }

  @Test(arguments: ["direct", "curses"])
  func `the legend names every color of the graph at 80 columns`(presenter: String) throws {
    let session = session(.panel)
    var surface = session.frame
    Overlay(profiler: Self.profiler, loads: LoadFigures(), presenter: presenter, now: .seconds(2))
      .draw(session.gallery, into: &surface)
    let row = session.gallery.layout.overlayBand.origin.row
    let theme = session.gallery.scene.theme
    #expect(surface.textLines[row].contains(presenter))
    for phase in FramePhase.allCases {
      let color = theme.color(of: phase)
      let named = (0..<80).contains {
        surface[$0, row].scalar == "■" && surface[$0, row].foreground == color
      }
      #expect(named, "\(phase)")
    }
  }

  @Test func `the panel is readable without colors`() throws {
    var rendition = Rendition()
    rendition.colors = .mono
    try expectFrame(frame(of: session(.panel, rendition: rendition)), is: "overlay-mono")
  }

  @Test func `at rest it says so, and the full one keeps its words`() {
    let surface = frame(of: session(.full), at: .seconds(9))
    for word in ["idle", "fps", "p99", "direct", "tracker"] { #expect(surface.text.contains(word)) }
    #expect(frame(of: session(.line), at: .seconds(9)).text.contains("idle"))
  }

  @Test(arguments: [OverlayLevel.line, .panel, .full])
  func `an overlay at rest stays true without another frame`(level: OverlayLevel) {
    let session = session(level, 200, 60)
    let surface = frame(of: session, at: .seconds(9))
    #expect(frame(of: session, at: .seconds(90_000)).textLines == surface.textLines)
    #expect(level == .line || surface.text.contains("at 14:03:22"))
  }

  @Test(arguments: [OverlayLevel.line, .panel, .full], OverlayLayout.Edge.allCases)
  func `the overlay covers no row of the gallery, and the whole selected tile is shown`(
    level: OverlayLevel, edge: OverlayLayout.Edge
  ) {
    for (columns, rows) in [(20, 5), (40, 12), (80, 24), (100, 33), (200, 60)] {
      let session = session(level, columns, rows, edge: edge)
      let layout = session.gallery.layout
      let (plain, surface) = (session.frame, frame(of: session))
      for row in layout.content.rows {
        #expect(surface.textLines[row] == plain.textLines[row], "\(columns)x\(rows)")
      }
      #expect(layout.content.size.rows + layout.overlayBand.size.rows == rows - 1)
      #expect(layout.content.intersection(layout.overlayBand).isEmpty)
      #expect(layout.overlayBand.size.rows <= (rows - 1) / 2)
      #expect(session.gallery.navigation.visibleShare(of: session.gallery.selection) == 1)
    }
  }

  @Test(arguments: [OverlayLevel.line, .panel, .full], OverlayLayout.Edge.allCases)
  func `a selected tile at the edge of the screen stays whole when the overlay opens`(
    level: OverlayLevel, edge: OverlayLayout.Edge
  ) {
    for keys in [[Key.down, .down], [.end]] {
      var session = GallerySession(screen: CellSize(columns: 80, rows: 40), mode: .grid)
      session.send(keys.map(Event.key))
      let selection = session.gallery.selection
      #expect(selection > 0)
      session.enter(":overlay \(edge.rawValue)")
      session.enter(":overlay \(level.rawValue)")
      #expect(session.gallery.selection == selection)
      #expect(session.gallery.navigation.visibleShare(of: selection) == 1)
    }
  }

  @Test func `at the top, everything moves down by the band`() {
    var session = session(.panel, edge: .top)
    let rows = OverlayLayout.panelRows
    #expect(session.gallery.layout.content.origin.row == rows)
    session.press(.click(CellPoint(column: 40, row: rows + 2)))
    #expect(session.gallery.selection == 1)
    #expect(frame(of: session).textLines[0].contains("ms · direct"))
    session.press(.enter)
    session.press(.character("z"))
    #expect(frame(of: session).textLines[0].contains("ms · direct"))
  }

  @Test func `a screen without room for a band has the line`() {
    let surface = frame(of: session(.full, 40, 8))
    #expect(surface.textLines.last?.contains("60 fps · 1 late") == true)
  }

  @Test(arguments: [24, 35, 40, 45, 46, 47, 60, 80, 200])
  func `a graph has room, or the figures have the whole width`(columns: Int) {
    let session = session(.panel, columns, 30)
    let lines = frame(of: session).textLines[session.gallery.layout.overlayBand.rows].map { $0 }
    let isDrawn = lines.contains { $0.contains("16.7 ▁") }
    #expect(isDrawn == (columns >= 47))
    #expect(lines.contains { $0.contains("16.7 ▁▁▁") } == isDrawn)
    // The rate and the worst frame's reason.
    #expect(lines[1].contains("60 fps"))
    #expect(lines[3].contains("19.9 ms · present") == (columns >= 35), "\(lines[3])")
  }

  @Test
  func `the terminal's time is said to follow the frame's, and is left out if none was measured`() {
    var profiler = FrameProfiler(budget: .nanoseconds(16_666_667))
    func line(_ terminal: Duration) -> String? {
      var record = FrameRecord()
      record.overrun = .milliseconds(-12)
      record.linkNumber = 1
      profiler.record(record)
      profiler.answered(1, at: terminal + .milliseconds(500), roundTrip: .milliseconds(500))
      let overlay = Overlay(
        profiler: profiler, loads: LoadFigures(), presenter: "direct", now: .zero)
      return overlay.panelLines(of: session(.panel).gallery)[1].figures.map(\.text)
        .joined(separator: " · ")
    }
    #expect(line(.zero) == "p50 4.7 · p99 4.7 · budget 16.7")
    profiler = FrameProfiler(budget: profiler.budget)
    #expect(line(.milliseconds(2)) == "p50 4.7 · p99 4.7 · then terminal 2.0 · budget 16.7")
  }

  @Test func `the hitch ratio is graded after a second of frames`() {
    var profiler = FrameProfiler(budget: .milliseconds(20))
    for count in 1...50 {
      profiler.record(FrameRecord())
      let overlay = Overlay(
        profiler: profiler, loads: LoadFigures(), presenter: "direct", now: .zero)
      let figures = overlay.panelLines(of: session(.panel).gallery)[4].figures.map(\.text)
      let grade = count == 50 ? ", good" : ""
      #expect(figures == ["0 of \(count)", "hitch 0.0 ms/s\(grade)", "sum 0.00 ms"])
    }
  }

  @Test func `each label is explained under the question mark, in the order of the screen`() {
    let session = session(.full, 200, 60)
    let surface = frame(of: session)
    let band = session.gallery.layout.overlayBand
    let (panel, details) = (
      band.rows.prefix(OverlayLayout.panelRows), band.rows.dropFirst(OverlayLayout.panelRows)
    )
    // The legend, the figures at the left, then the sections in columns of 40.
    func text(_ rows: some Sequence<Int>, _ columns: Range<Int>) -> String {
      rows.map { row in
        String(String.UnicodeScalarView(columns.map { surface[$0, row].scalar }))
      }.joined(separator: "\n")
    }
    var screen = text(panel, 0..<200)
    for column in 0..<5 { screen += "\n" + text(details, column * 40..<(column + 1) * 40) }
    var words = OverlayWords.group.lines.map(\.keys)
    #expect(words.removeLast() == ":frames")
    // The graph stands beside the figures.
    let graph = ["bars", "+3.2"]
    words.removeAll { graph.contains($0) }
    var rest = screen[...]
    for word in words {
      guard let place = rest.firstRange(of: word) else {
        Issue.record("\(word) is not on the screen, or earlier")
        continue
      }
      rest = rest[place.upperBound...]
    }
    let overlay = Overlay(
      profiler: Self.profiler, loads: LoadFigures(), presenter: "direct", now: .seconds(2))
    for line in overlay.panelLines(of: session.gallery) {
      #expect(words.contains(line.label), "\(line.label)")
    }
    for phase in FramePhase.allCases {
      #expect(OverlayWords.group.lines.contains { "\($0.keys) \($0.does)".contains(phase.words) })
    }
  }
}
