import Foundation
import GalleryCore
import ImageLoading
import PlaceholderServer
import Raster
import Recordings
import TestSupport
import Testing

@testable import GalleryApp

/// Files that a session writes and reads again.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct SessionOutputTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.path }

  init() throws {
    folder = try TemporaryFolder()
    let pictures = folder.url.appendingPathComponent("pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: false)
    for number in 1...7 {
      try Data("P6 1 1 255\nabc".utf8).write(to: pictures.appendingPathComponent("\(number).ppm"))
    }
    _ = try folder.file("list.txt", Array("a.png\nb.png\nhttp://127.0.0.1:1/c.png\n".utf8))
  }

  /// A session without a disk cache, whose input is a script.
  private func configuration(
    _ sources: [String], script: String = "down end up"
  ) throws -> SessionConfiguration {
    var configuration = SessionConfiguration(sources: sources)
    configuration.input = .script(try Script(script), screen: CellSize(columns: 80, rows: 24))
    configuration.loading.diskLimitBytes = 0
    return configuration
  }

  private func run(_ configuration: SessionConfiguration) throws -> Session.Played {
    let played = try Session(configuration).run()
    #expect(played.isWritten && played.ending == .status(0))
    played.pipeline.invalidate()
    return played
  }

  private func recording(_ name: String) throws -> SessionRecording {
    try SessionRecording(path: "\(path)/\(name)", option: "--replay")
  }

  // MARK: - Recordings

  @Test func `a session is recorded as it was, and replayed no earlier`() throws {
    var first = try configuration(
      ["\(path)/pictures"],
      script: "idle down*3@50 : 5 enter wheel:2 ctrl-d resize:100x30 click:3,4")
    first.view.layout = .grid
    first.view.tile = CellSize(columns: 20, rows: 9)
    first.outputs.record = "\(path)/first"
    _ = try run(first)
    let recorded = try recording("first")
    #expect(recorded.screen == CellSize(columns: 80, rows: 24) && recorded.layout == .grid)
    #expect(
      recorded.tile == TileSize(cells: CellSize(columns: 20, rows: 9), elsewhere: .fitting))
    let keys: [Key] =
      [.down, .down, .down, .character(":"), .character("5"), .enter, .wheel(2), .control("d")]
    #expect(
      recorded.moments.map(\.event) == keys.map(Event.key)
        + [
          .resized(CellSize(columns: 100, rows: 30)),
          .key(.click(CellPoint(column: 3, row: 4))),
        ])
    // A rate of 50 a second, as the script gives it.
    let downs = recorded.moments.prefix(3).map(\.at)
    #expect(downs[1] >= .milliseconds(20) && downs[2] >= .milliseconds(40))

    var second = try configuration(["\(path)/pictures"])
    second.input = .recording(path: "\(path)/first")
    second.outputs.record = "\(path)/second"
    let played = try run(second)
    #expect(played.loop.stage.surface.size == CellSize(columns: 100, rows: 30))
    let replayed = try recording("second")
    #expect(replayed.screen == recorded.screen && replayed.end >= recorded.end)
    #expect(replayed.moments.map(\.event) == recorded.moments.map(\.event))
    for (moment, again) in zip(recorded.moments, replayed.moments) {
      #expect(again.at >= moment.at)
    }
  }

  /// Sources with their numbers of items; a nil count is one that the recording tells.
  private static let sources: [(arguments: @Sendable (String) -> [String], items: Int?)] = [
    ({ [$0 + "/pictures"] }, 7), ({ [$0 + "/list.txt"] }, 3),
    ({ _ in ["http://127.0.0.1:1/a.png", "http://127.0.0.1:1/b.png"] }, 2),
    ({ [$0 + "/pictures/3.ppm"] }, 7), ({ [$0 + "/pictures", $0 + "/list.txt"] }, 10),
    ({ _ in ["http://127.0.0.1:1/{index}.png"] }, nil),
  ]

  @Test(arguments: sources.indices)
  func `a recording is replayed over what it was made over`(index: Int) throws {
    let source = Self.sources[index]
    let count = source.items ?? 513
    var first = try configuration(source.arguments(path))
    first.items.count = source.items == nil ? count : nil
    first.outputs.record = "\(path)/first"
    var second = try configuration(source.arguments(path))
    second.input = .recording(path: "\(path)/first")
    second.outputs.record = "\(path)/second"
    #expect(try run(first).loop.gallery.itemCount == count)
    #expect(try run(second).loop.gallery.itemCount == count)
    let recordings = (try recording("first"), try recording("second"))
    #expect(recordings.0.moments.map(\.event) == recordings.1.moments.map(\.event))
    #expect(recordings.0.itemCount == count && recordings.1.itemCount == count)
  }

  @Test(arguments: [
    ("", "no recording"), ("filmstrip session 1\nscreen 80x24\nspeed 3\n", "line 3"),
    ("filmstrip session 1\nscreen 80x24\nlayout list\nitems 5\n1 down\n", "no end"),
    ("\u{0}", "no recording"),
  ])
  func `a recording that is none is refused with what is wrong`(
    text: String, complaint: String
  ) throws {
    let file = try folder.file("session", Array(text.utf8)).path
    var session = SessionConfiguration()
    session.input = .recording(path: file)
    let error = #expect(throws: RecordingError.self) { try Session(session) }
    let sentence = error?.description ?? ""
    #expect(sentence.contains("--replay \(file)") && sentence.contains(complaint), "\(sentence)")
    session.input = .recording(path: path)
    #expect(throws: RecordingError.self) { try Session(session) }
  }

  // MARK: - Loads and pictures

  @Test func `a log of loads has a line for each load that has ended`() throws {
    let server = try PlaceholderServer()
    try server.start()
    var session = try configuration(["\(server.baseURL)/60x40?text={index}"], script: "idle")
    session.items.count = 6
    session.outputs.loads = try folder.file("loads", Array("what was there before".utf8)).path
    _ = try run(session)
    let text = try String(contentsOfFile: "\(path)/loads", encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 6)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let load = try #require(object as? [String: Any])
      #expect(load["outcome"] as? String == "loaded" && load["source"] as? String == "network")
      #expect((load["url"] as? String)?.hasPrefix(server.baseURL) == true)
      for name in ["start_ms", "queue_ms", "first_byte_ms", "decode_ms", "total_ms", "bytes"] {
        #expect(try #require(load[name] as? NSNumber, "\(name)").doubleValue >= 0)
      }
      #expect(load["process_ms"] is NSNull)
    }
  }

  @Test(arguments: [("empty.png", "the file is empty"), ("half.bmp", "ends early")])
  func `a file that is empty or ends early says so`(name: String, words: String) throws {
    let file = try folder.file(name, name == "empty.png" ? [] : Self.halfBitmap).path
    var session = try configuration([file], script: "idle i idle")
    session.input = .script(
      try Script("idle i idle"), screen: CellSize(columns: 100, rows: 30))
    let lines = try run(session).loop.stage.surface.textLines
    #expect(lines.contains { $0.contains(words) }, "\(lines)")
  }

  @Test func `without a disk cache nothing is kept`() throws {
    var session = try configuration(["\(path)/pictures"], script: "idle")
    session.loading.cacheFolder = "\(path)/caches"
    _ = try run(session)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/caches"))
  }

  /// 40x40 pixels of 24 bits each, of which the first half of the rows is there.
  private static var halfBitmap: [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("BM".utf8) + word(54 + 4_800) + word(0) + word(54) + word(40) + word(40)
      + word(-40) + [1, 0, 24, 0] + word(0) + word(4_800) + word(2_835) + word(2_835) + word(0)
      + word(0) + Array(repeating: 0x80, count: 2_400)
  }
}
