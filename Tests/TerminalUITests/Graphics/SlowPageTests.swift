import FramePacing
import Raster
import TerminalGraphics
import TerminalUI
import TestSupport
import Testing

/// Pages of pictures over 1 Mbit/s and a round trip of 100 ms, in virtual time.
@Suite struct SlowPageTests {
  @Test(.timeLimit(.minutes(1)), arguments: DistantPages.Way.allCases)
  func `End during a page shows the last captions within half a second`(way: DistantPages.Way) {
    var pages = DistantPages(way)
    pages.show(page: 0)
    pages.run(for: .seconds(20))
    #expect(pages.isComplete && pages.shownPage == 0)
    for pause in [50, 300, 1_000] {
      pages.show(page: 1)
      pages.run(for: .milliseconds(pause))
      pages.show(page: DistantPages.count - 1)
      let pressed = pages.now
      while pages.shownPage != DistantPages.count - 1, pages.now < pressed + .seconds(20) {
        pages.run(for: .milliseconds(1))
      }
      // The key itself takes half of a round trip.
      #expect(pages.now - pressed <= .milliseconds(450), "\(pages.now - pressed)")
      pages.run(for: .seconds(20))
      #expect(pages.isComplete && pages.waitingCells == 0)
      pages.show(page: 0)
      pages.run(for: .seconds(20))
    }
    #expect(pages.faults == [])
    #expect(pages.largestFrame < 30_000)
  }
}

/// A terminal behind a slow link, and a program that shows it pages of captioned pictures.
struct DistantPages {
  enum Way: CaseIterable { case kitty, sixel }

  private enum Screen {
    case kitty(KittyTerminal)
    case sixel(ReferenceTerminal)
  }

  static let count = 4
  private static let size = CellSize(columns: 80, rows: 22)
  private static let tile = CellSize(columns: 18, rows: 6)
  private static let (across, lines) = (4, 3)
  private static let bytesPerMillisecond = 125
  private static let oneWay = Duration.milliseconds(50)

  private let output = RecordingOutput()
  private let presenter: DirectPresenter
  private let pages: [Surface]
  /// The hashes of the sixels in an item's cells.
  private let hashes: [Set<UInt32>]
  private var screen: Screen
  private var flow = FrameFlow(framesPerSecond: 60, isLocal: false)
  private var surface: Surface
  private var isMoving = false
  private(set) var now = Duration.zero
  private(set) var largestFrame = 0
  /// The captions that stood under a picture of another item, and complaints of the terminal.
  private(set) var faults: Set<String> = []
  private var queue: [UInt8] = []
  private var traveling: [(arrival: Duration, bytes: [UInt8])] = []
  /// The bytes after which frames end, of those that are not shown yet.
  private var ends: [Int] = []
  private var sent = 0
  private var received = 0
  private var answers: [Duration] = []

  init(_ way: Way) {
    let items = (0..<Self.count * Self.across * Self.lines).map { Self.graphic($0, way) }
    pages = (0..<Self.count).map { Self.page($0, of: items) }
    hashes = items.map(Self.hashes)
    surface = Surface(size: Self.size)
    switch way {
    case .kitty:
      presenter = DirectPresenter(output: output, graphics: .kitty())
      screen = .kitty(KittyTerminal(size: Self.size))
    case .sixel:
      presenter = DirectPresenter(output: output, graphics: .sixel())
      var terminal = ReferenceTerminal(size: Self.size, filledWith: Cell(glyph: "?"))
      terminal.cellPixels = RandomGallery.cell
      screen = .sixel(terminal)
    }
    flow.expectAnswers(true)
  }

  var isComplete: Bool { flow.isComplete && ends.isEmpty && answers.isEmpty }

  mutating func show(page: Int) {
    surface = pages[page]
    isMoving = true
    flow.requestFrame(at: now)
  }

  mutating func run(for duration: Duration) {
    let end = now + duration
    while now < end {
      receive()
      let come = answers.prefix { $0 <= now }.count
      answers.removeFirst(come)
      flow.answered(come, at: now)
      if flow.startFrame(at: now) != nil { present() }
      now += .milliseconds(1)
    }
  }

  private mutating func present() {
    let allowance = flow.gate.allowance(isMoving: isMoving)
    isMoving = false
    let limit = FrameLimit(
      bytes: allowance.bytes, pictureBytes: allowance.pictureBytes,
      focus: CellPoint(column: 40, row: 10))
    let frame = presenter.present(surface, limit: limit)
    queue += output.take()
    sent += frame.bytes
    if frame.bytes > 0 { ends.append(sent) }
    largestFrame = max(largestFrame, frame.bytes)
    flow.presented(bytes: frame.bytes, isComplete: frame.isComplete, isWritten: true, at: now)
  }

  /// Lets the link carry bytes for a millisecond, and the terminal draw what arrives.
  private mutating func receive() {
    let carried = Array(queue.prefix(Self.bytesPerMillisecond))
    queue.removeFirst(carried.count)
    if !carried.isEmpty { traveling.append((now + Self.oneWay, carried)) }
    guard let first = traveling.first, first.arrival <= now else { return }
    traveling.removeFirst()
    switch screen {
    case .kitty(var terminal):
      terminal.feed(first.bytes)
      faults.formUnion(terminal.complaints)
      screen = .kitty(terminal)
    case .sixel(var terminal):
      terminal.feed(first.bytes)
      faults.formUnion(terminal.complaints)
      screen = .sixel(terminal)
    }
    received += first.bytes.count
    while let end = ends.first, end <= received {
      ends.removeFirst()
      answers.append(now + Self.oneWay)
    }
    if !terminal.isSynchronized { judge() }
  }
}

// MARK: - The screen

extension DistantPages {
  private var terminal: ReferenceTerminal {
    switch screen {
    case .kitty(let kitty): kitty.terminal
    case .sixel(let terminal): terminal
    }
  }

  /// The page whose captions and status line are on the screen; nil while there are those of two.
  var shownPage: Int? {
    let shown = terminal.surface
    guard let page = Int(Self.text(shown, CellPoint(column: 5, row: 21))) else { return nil }
    let first = page * Self.across * Self.lines
    let isWhole = (0..<Self.across * Self.lines).allSatisfy { place in
      let rect = Self.rect(of: place)
      return Int(Self.text(shown, CellPoint(column: rect.origin.column, row: rect.rows.upperBound)))
        == first + place
    }
    return isWhole ? page : nil
  }

  /// The number of cells that stand in for pictures.
  var waitingCells: Int {
    let shown = terminal.surface
    return (0..<Self.across * Self.lines).reduce(0) { sum, place in
      sum
        + Self.cells(of: place).count { point in
          let cell = shown[point.column, point.row]
          return !cell.isGraphic && cell.glyph != ReferenceTerminal.pixelGlyph
        }
    }
  }

  private mutating func judge() {
    let shown = terminal.surface
    for place in 0..<Self.across * Self.lines {
      let rect = Self.rect(of: place)
      let caption = Self.text(
        shown, CellPoint(column: rect.origin.column, row: rect.rows.upperBound))
      guard let item = Int(caption) else { continue }
      let other = Self.cells(of: place).first { point in
        !shows(shown[point.column, point.row], item)
      }
      if let other { faults.insert("caption \(item) at \(other)") }
    }
  }

  /// Whether a cell shows a part of an item, roughly at least, or nothing.
  private func shows(_ cell: Cell, _ item: Int) -> Bool {
    if cell.isGraphic {
      guard case .kitty(let kitty) = screen,
        let pixels = kitty.images[cell.foreground.rawValue]?.pixels
      else { return false }
      return Self.isNear(Color(red: pixels[0], green: pixels[1], blue: pixels[2]), item)
    }
    if cell.glyph == ReferenceTerminal.pixelGlyph {
      return hashes[item].contains(cell.foreground.rawValue)
    }
    let isBlank = cell.glyph == 0x20
    if isBlank, cell.background.isTerminalDefault { return true }
    return Self.isNear(cell.background, item) && (isBlank || Self.isNear(cell.foreground, item))
  }

  private static func text(_ surface: Surface, _ start: CellPoint) -> String {
    let scalars = (start.column..<start.column + 8).compactMap { column in
      Unicode.Scalar(surface[column, start.row].glyph)
    }
    return String(String.UnicodeScalarView(scalars)).split(separator: " ").first.map(String.init)
      ?? ""
  }
}

// MARK: - Pages

extension DistantPages {
  private static func rect(of place: Int) -> CellRect {
    CellRect(
      column: 1 + place % across * (tile.columns + 1), row: place / across * (tile.rows + 1),
      columns: tile.columns, rows: tile.rows)
  }

  private static func cells(of place: Int) -> [CellPoint] {
    let rect = rect(of: place)
    return rect.rows.flatMap { row in rect.columns.map { CellPoint(column: $0, row: row) } }
  }

  private static func page(_ page: Int, of items: [Graphic]) -> Surface {
    var surface = Surface(size: size)
    for place in 0..<across * lines {
      let item = page * across * lines + place
      let rect = rect(of: place)
      surface.draw(.graphic(items[item]), in: rect, clip: surface.bounds)
      surface.write(
        "\(item)", at: CellPoint(column: rect.origin.column, row: rect.rows.upperBound))
    }
    surface.write("page \(page)", at: CellPoint(column: 0, row: size.rows - 1))
    return surface
  }

  /// The color that all pixels of an item are near to.
  private static func base(_ item: Int) -> SIMD3<Int> {
    SIMD3(60 + 60 * (item % 4), 60 + 60 * (item / 4 % 4), 60 + 60 * (item / 16))
  }

  private static func isNear(_ color: Color, _ item: Int) -> Bool {
    let difference =
      SIMD3(Int(color.red), Int(color.green), Int(color.blue)) &- base(item)
    return max(difference.max(), -difference.min()) <= 20
  }

  private static func graphic(_ item: Int, _ way: Way) -> Graphic {
    var random = SeededRandom(seed: UInt64(item))
    let cell = way == .kitty ? PixelSize(width: 8, height: 16) : RandomGallery.cell
    let size = PixelSize(width: tile.columns * cell.width, height: tile.rows * cell.height)
    let image = PixelImage(
      size: size,
      pixels: (0..<size.area).map { _ in
        let noise = UInt32(truncatingIfNeeded: random.next())
        let color = base(item)
        func channel(_ index: Int) -> UInt32 {
          UInt32(color[index]) &- 8 &+ (noise >> UInt32(8 * index)) % 16
        }
        return 0xFF00_0000 | channel(0) << 16 | channel(1) << 8 | channel(2)
      })
    let id = UInt32(item + 1)
    return switch way {
    case .kitty: .kitty(of: image, id: id, cell: cell, background: Color(rawValue: 0))
    case .sixel:
      .sixel(
        of: image, id: id, cell: cell, background: Color(rawValue: 0), registers: .own(16),
        isWhole: false)
    }
  }

  private static func hashes(of graphic: Graphic) -> Set<UInt32> {
    guard case .sixel(let strips) = graphic.payload else { return [] }
    var hashes: Set<UInt32> = []
    for row in strips.rows {
      let strip = ReferenceTerminal.filling(SixelDecoder(row), cells: RandomGallery.cell)
      for column in 0..<graphic.size.columns {
        hashes.insert(
          ReferenceTerminal.pixels(strip, column: column, of: RandomGallery.cell).foreground
            .rawValue)
      }
    }
    return hashes
  }
}
