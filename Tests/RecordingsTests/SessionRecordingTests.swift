import Raster
import TestSupport
import Testing

@testable import GalleryCore
@testable import Recordings

@Suite struct SessionRecordingTests {
  private let screen = CellSize(columns: 80, rows: 24)

  private func recording() -> SessionRecording {
    SessionRecording(screen: screen, itemCount: 100)
  }

  @Test func `its text can be read by people`() {
    var recording = SessionRecording(
      screen: screen, layout: .grid,
      tile: TileSize(cells: CellSize(columns: 32, rows: 13), elsewhere: .standard),
      fit: .cover, itemCount: 2_000)
    recording.record(.key(.down), at: .microseconds(1_250_999))
    recording.record(.key(.character("#")), at: .seconds(2))
    recording.record(.resized(CellSize(columns: 40, rows: 10)), at: .milliseconds(2_005))
    recording.record(.scrolled(rows: -3), at: .milliseconds(2_005))
    recording.finish(at: .seconds(61))
    #expect(
      recording.text(by: "gallery") == """
        gallery session 1
        screen 80x24
        layout grid
        tile 32x13
        fit cover
        items 2000
        1.250 down
        2.000 #
        2.005 resize:40x10
        2.005 scroll:-3
        end 61.000

        """)
  }

  @Test func `only what came from the person and the terminal is kept`() {
    var recording = recording()
    recording.record(.tick, at: .seconds(1))
    recording.record(.renditionChanged(Rendition(), symbolSets: [.half]), at: .seconds(2))
    recording.record(.resized(screen), at: .seconds(3))
    recording.record(.key(.up), at: .seconds(4))
    #expect(recording.moments == [SessionRecording.Moment(at: .seconds(4), .key(.up))])
  }

  @Test func `a size that is said again is not kept`() {
    var recording = recording()
    let small = CellSize(columns: 40, rows: 10)
    for size in [small, small, screen, screen, small] {
      recording.record(.resized(size), at: .zero)
    }
    #expect(recording.moments.map(\.input) == [small, screen, small].map(RecordedInput.resized))
  }

  @Test func `on another screen, recorded sizes are left out, and nothing else`() {
    var recording = recording()
    recording.record(.key(.down), at: .seconds(1))
    recording.record(.resized(CellSize(columns: 40, rows: 10)), at: .seconds(2))
    recording.record(.key(.up), at: .seconds(3))
    recording.finish(at: .seconds(4))
    let large = CellSize(columns: 200, rows: 60)
    let other = recording.onScreen(of: large)
    #expect(other.screen == large && other.end == .seconds(4) && other.itemCount == 100)
    #expect(
      other.moments == [
        SessionRecording.Moment(at: .seconds(1), .key(.down)),
        SessionRecording.Moment(at: .seconds(3), .key(.up)),
      ])
  }

  @Test func `times never go back, and the end comes last`() {
    var recording = recording()
    recording.record(.key(.up), at: .seconds(3))
    recording.record(.key(.down), at: .seconds(2))
    recording.finish(at: .seconds(1))
    #expect(recording.moments.map(\.at) == [.seconds(3), .seconds(3)])
    #expect(recording.end == .seconds(3))
  }

  @Test func `sizes that no recording may have are held to those that it may`() throws {
    var recording = SessionRecording(
      screen: CellSize(columns: 0, rows: 9_999), itemCount: Int.max)
    recording.record(.resized(CellSize(columns: 100_000, rows: -1)), at: .zero)
    #expect(try SessionRecording(parsing: recording.text(by: "tests")) == recording)
    #expect(recording.screen == CellSize(columns: 1, rows: 2_000))
  }

  @Test func `a full recording keeps no more and ends with what it has`() throws {
    let moment = SessionRecording.Moment(at: .seconds(1), .key(.down))
    var recording = SessionRecording(
      screen: screen, itemCount: 1,
      moments: Array(repeating: moment, count: SessionRecording.mostMoments))
    #expect(recording.isFull)
    recording.record(.key(.up), at: .seconds(2))
    recording.finish(at: .seconds(3))
    #expect(recording.moments.count == SessionRecording.mostMoments)
    #expect(recording.end == .seconds(1))
    #expect(try SessionRecording(parsing: recording.text(by: "tests")) == recording)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `whatever was recorded is read back`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let recording = SessionRecording.random(using: &random)
    #expect(try SessionRecording(parsing: recording.text(by: "tests")) == recording)
  }
}

extension SessionRecording {
  fileprivate static func random(using random: inout SeededRandom) -> SessionRecording {
    var recording = SessionRecording(
      screen: .random(using: &random), layout: Bool.random(using: &random) ? .list : .grid,
      tile: TileSize(
        cells: Bool.random(using: &random) ? .random(using: &random) : nil,
        elsewhere: Bool.random(using: &random) ? .standard : .fitting),
      fit: Bool.random(using: &random) ? .contain : .cover,
      itemCount: Int.random(in: 0...10_000, using: &random))
    var now = Duration.zero
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      now += .microseconds(Int.random(in: 0...3_000_000, using: &random))
      recording.record(.random(using: &random), at: now)
    }
    recording.finish(at: now + .microseconds(Int.random(in: 0...9_999, using: &random)))
    return recording
  }
}

extension CellSize {
  fileprivate static func random(using random: inout SeededRandom) -> CellSize {
    CellSize(
      columns: Int.random(in: 1...2_000, using: &random),
      rows: Int.random(in: 1...2_000, using: &random))
  }
}

extension Event {
  fileprivate static func random(using random: inout SeededRandom) -> Event {
    let number = Int(Int32.random(in: Int32.min...Int32.max, using: &random))
    let point = CellPoint(column: number, row: Int.random(in: -1...300, using: &random))
    let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? " "
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .resized(.random(using: &random))
    case 1: .scrolled(rows: number)
    case 2: .key(.wheel(number))
    case 3: .key(.click(point))
    case 4: .key(.doubleClick(point))
    case 5: .key(.character(Character(scalar)))
    case 6: .key(.control("d"))
    default: .key(.pageDown)
    }
  }
}
