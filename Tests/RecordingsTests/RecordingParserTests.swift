import Raster
import TestSupport
import Testing

@testable import GalleryCore
@testable import Recordings

/// Recordings as people write them, and recordings with errors.
@Suite struct RecordingParserTests {
  private static let header = "filmstrip session 1\nscreen 80x24\nlayout list\nitems 100\n"

  private static let complaints: [(String, String)] = [
    ("", "first line"), ("\u{7F}ELF", "first line"), ("filmstrip sessions 1", "first line"),
    ("filmstrip session 2", "line 1: “2”"), ("filmstrip session 1", "no screen"),
    ("filmstrip session 1\nscreen 80x24\nend 1", "no layout"),
    ("filmstrip session 1\nscreen 80x24\nlayout list\nend 1", "no items"),
    (header, "no end"), (header + "1 down", "no end"),
    (header + "screen 80x24\nend 1", "line 5: “screen”: stands twice"),
    (header + "1 down\ntile 4x4\nend 1", "line 6: “tile”"), (header + "tile 0x4", "line 5: “tile”"),
    (header + "fit both", "line 5: “fit”: takes contain or cover"),
    (header + "speed 4", "line 5: “speed”"), (header + "items -1", "line 5: “items”"),
    (header + "1 dwon", "line 5: “dwon”: no such key; names: "),
    (header + "1 down up", "line 5: “1”: a line has two words"),
    (header + "1", "line 5: “1”: a line has two words"),
    (header + "2 down\n1.999 down", "line 6: “1.999”: times must not go back"),
    (header + "2 down\nend 1.999", "line 6: “1.999”: times must not go back"),
    (header + "end 2\n3 down", "line 6: “3”: nothing may follow the end"),
    (header + "1 resize:0x9", "line 5"), (header + "1 scroll:x", "line 5"),
  ]

  @Test func `comments, empty lines, tabs and returns mean nothing`() throws {
    let recording = try SessionRecording(
      parsing: """

        # a session
        filmstrip session 1 # of a test
        items 100\r
        layout\tlist

        screen 80x24
          0.5 down # reading
        2 #  # the key, then a comment
        2.25 space
        end 3
        # that was all
        """)
    #expect(
      recording.moments.map(\.event) == [
        .key(.down), .key(.character("#")), .key(.character(" ")),
      ])
    #expect(
      recording.moments.map(\.at) == [.milliseconds(500), .seconds(2), .milliseconds(2_250)])
    #expect(recording.end == .seconds(3))
    #expect(recording.tile == .standard && recording.fit == .contain)
  }

  @Test(arguments: complaints)
  func `an error is reported with its line`(text: String, complaint: String) {
    let error = #expect(throws: RecordingError.self) { try SessionRecording(parsing: text) }
    #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "1.", ".5", "1.2345", "1.-1", "1e3", "+1", "1000000000", "99999999999999999999", "1.2.3", "1:5",
    "0x1", "٣", "-1",
  ])
  func `a time is seconds with three decimals at most`(time: String) {
    #expect(throws: RecordingError.self) {
      try SessionRecording(parsing: Self.header + "end \(time)\n")
    }
  }

  @Test func `marks that join spaces and line feeds change no word`() throws {
    let recording = try SessionRecording(parsing: Self.header + "1 \u{E9}\n2 \u{D4E}\nend 2\n")
    #expect(recording.moments.map(\.event) == [.key(.character("é")), .key(.character("\u{D4E}"))])
  }

  @Test func `a complaint is short and safe to print`() throws {
    let word = String(repeating: "\u{1B}]0;x\u{7}\u{202E}", count: 10_000)
    let error = #expect(throws: RecordingError.self) {
      try SessionRecording(parsing: Self.header + "1 \(word)\n")
    }
    let text = try #require(error?.description)
    #expect(text.count < 400)
    #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
  }

  @Test func `more moments or bytes than are believed are refused`() {
    let lines = String(repeating: "1 q\n", count: SessionRecording.mostMoments + 1)
    let many = #expect(throws: RecordingError.self) {
      try SessionRecording(parsing: Self.header + lines + "end 1\n")
    }
    #expect(many?.description.contains("more than 250000") == true)
    let long = String(repeating: "#", count: SessionRecording.mostBytes + 1)
    #expect(throws: RecordingError.self) { try SessionRecording(parsing: long) }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a damaged recording is refused or read, and what is read can be written`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var bytes = Array((Self.header + "1 down\n2.5 wheel:3\n3 click:4,5\nend 4.000\n").utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    guard let recording = try? SessionRecording(parsing: String(decoding: bytes, as: UTF8.self))
    else { return }
    #expect(try SessionRecording(parsing: recording.text(by: "tests")) == recording)
  }
}
