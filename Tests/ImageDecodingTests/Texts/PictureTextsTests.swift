import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

extension [UInt8] {
  /// The size and the texts of a file of these bytes.
  var described: PictureInfo { withUnsafeBytes { PictureInfo(textsIn: $0) } }

  /// The texts, each behind its name.
  var texts: [String] { described.texts.map { "\($0.name): \($0.text)" } }

  fileprivate static func exif(_ exif: ExifSketch) -> [UInt8] {
    Array("Exif\0\0".utf8) + exif.bytes
  }
}

@Suite(.timeLimit(.minutes(5))) struct PictureTextsTests {
  private static func comment(_ code: String, _ text: [UInt8]) -> ExifSketch {
    ExifSketch(
      entries: [(0x010E, .text("a pier"))], details: [(0x9286, .bytes(Array(code.utf8) + text))])
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = TextSketch.big(Int(unit), 2)
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  /// Files with every kind of text.
  static let files: [String: [UInt8]] = [
    "jpeg": jpeg, "png": png, "webp": webP, "gif": gif, "prompts": prompts,
  ]

  private static let jpeg = TextSketch.jpeg([
    (0xE1, .exif(comment("ASCII\0\0\0", Array("gulls".utf8)))),
    TextSketch.iptc([
      (2, 5, Array("Pier".utf8)), (2, 25, Array("sea".utf8)), (2, 25, Array("birds".utf8)),
      (2, 105, Array("News".utf8)), (2, 120, Array("Gulls at a pier".utf8)),
    ]),
    TextSketch.xmp(
      """
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Pier at dawn</rdf:li></rdf:Alt></dc:title>
      <dc:subject><rdf:Bag><rdf:li>a &lt; b</rdf:li><rdf:li>c&#x21;</rdf:li></rdf:Bag></dc:subject>
      """),
    (0xFE, Array("made by hand".utf8)),
  ])

  private static let png = TextSketch.png([
    chunk("tEXt", "Title\0Pier"),
    ("zTXt", Array("Description\0\0".utf8) + TextSketch.compressed(Array("Gulls".utf8))),
    chunk("iTXt", "Comment\0\0\0de\0Kommentar\0Möwen"),
    (
      "iTXt",
      Array("Note\0\u{1}\0\0\0".utf8) + TextSketch.compressed(Array("two\r\nlines".utf8))
    ),
    chunk(
      "iTXt",
      "XML:com.adobe.xmp\0\0\0\0\0"
        + TextSketch.packet("", attributes: "photoshop:Headline='News &amp; more'")),
    chunk("tEXt", "Software\0gimp"), chunk("tEXt", "date:create\02026"),
  ])

  private static let webP = TextSketch.webP([
    ("EXIF", ExifSketch(entries: [(0x0112, .short(6)), (0x010E, .text("a pier"))]).bytes),
    chunk("XMP ", TextSketch.packet("<dc:description>Gulls</dc:description>")),
  ])

  private static let gif: [UInt8] = {
    var bytes = Array(GIFSketch(width: 4, height: 3).bytes.dropLast())
    bytes += [0x21, 0xFE, 3] + Array("two".utf8)
    bytes += [6] + Array(" parts".utf8)
    return bytes + [0, 0x3B]
  }()

  private static let prompts = TextSketch.png([
    chunk("tEXt", "parameters\0a cat, oil\nNegative prompt: dogs\nSteps: 20, Seed: 1")
  ])

  private static func chunk(_ type: String, _ content: String) -> TextSketch.Chunk {
    (type, Array(content.utf8))
  }

  @Test func `captions, keywords and comments of a JPEG are read, in EXIF, IPTC and XMP`() throws {
    let file = try #require(Self.files["jpeg"])
    #expect(
      file.texts == [
        "caption: a pier", "comment: gulls", "title: Pier", "headline: News",
        "caption: Gulls at a pier", "keywords: sea, birds", "title: Pier at dawn",
        "keywords: a < b, c!", "comment: made by hand",
      ])
    #expect(file.described.size == PixelSize(width: 640, height: 480))
  }

  @Test func `texts of a PNG are read, compressed or not, but not those for programs`() throws {
    let file = try #require(Self.files["png"])
    #expect(
      file.texts == [
        "title: Pier", "caption: Gulls", "comment: Möwen", "Note: two\nlines",
        "headline: News & more",
      ])
    #expect(file.described.size == PixelSize(width: 640, height: 480))
  }

  @Test func `texts of a WebP and a GIF are read, and a size is the displayed one`() throws {
    let webP = try #require(Self.files["webp"])
    #expect(webP.texts == ["caption: a pier", "caption: Gulls"])
    #expect(webP.described.size == PixelSize(width: 480, height: 640))
    let gif = try #require(Self.files["gif"])
    #expect(gif.texts == ["comment: two parts"])
    #expect(gif.described.size == PixelSize(width: 4, height: 3))
  }

  @Test func `a text in EXIF, IPTC and XMP is shown once, whatever its case and blanks`() {
    let file = TextSketch.jpeg([
      (0xE1, .exif(ExifSketch(entries: [(0x010E, .text("Gulls at  a pier "))]))),
      TextSketch.iptc([(2, 120, Array("Gulls at a pier".utf8))]),
      TextSketch.xmp("<dc:description>gulls at a\npier</dc:description>"),
    ])
    #expect(file.texts == ["caption: Gulls at  a pier"])
  }

  @Test func `character sets are told apart`() {
    let latin: [UInt8] = [0x4D, 0xF6, 0x77, 0x65]
    func iptc(_ records: [TextSketch.Record]) -> [String] {
      TextSketch.jpeg([TextSketch.iptc(records)]).texts
    }
    #expect(iptc([(2, 120, latin)]) == ["caption: Möwe"])
    #expect(iptc([(2, 120, Array("Möwe".utf8))]) == ["caption: Möwe"])
    #expect(iptc([(1, 90, Array("\u{1B}%G".utf8)), (2, 120, latin)]) == ["caption: M\u{FFFD}we"])
    #expect(TextSketch.png([("tEXt", Array("Title\0".utf8) + latin)]).texts == ["title: Möwe"])
    for isBigEndian in [true, false] {
      for isFileBigEndian in [true, false] {
        for text in ["a Möwe", "\u{FEFF}鴎と桟橋"] {
          var exif = Self.comment("UNICODE\0", Self.utf16(text, isBigEndian: isBigEndian))
          exif.isBigEndian = isFileBigEndian
          let shown = text.hasPrefix("a") ? text : "鴎と桟橋"
          #expect(TextSketch.jpeg([(0xE1, .exif(exif))]).texts.last == "comment: \(shown)")
        }
      }
    }
    let title = ExifSketch(
      entries: [(0x9C9B, .bytes(Self.utf16("Möwe\0", isBigEndian: false)))])
    #expect(TextSketch.jpeg([(0xE1, .exif(title))]).texts == ["title: Möwe"])
  }

  @Test func `comments of blanks, zeros or data that is no text are left out`() {
    for bytes in [[], [UInt8](repeating: 32, count: 60), [0, 0, 0], Array(1...255)] {
      #expect(
        TextSketch.jpeg([(0xE1, .exif(Self.comment("\0\0\0\0\0\0\0\0", bytes)))]).texts == [
          "caption: a pier"
        ])
    }
  }

  @Test func `long texts are cut, and inflated ones too`() {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000)
    let file = TextSketch.png([
      ("zTXt", Array("bomb\0\0".utf8) + TextSketch.compressed(long)),
      ("tEXt", Array("Title\0more".utf8)),
    ])
    let texts = file.described.texts
    #expect(texts.count == 1 && texts.first?.text.utf8.count == TextCollection.maxBytes)
  }

  @Test(arguments: files.keys.sorted()) func `a file cut off anywhere never traps`(
    name: String
  ) throws {
    let file = try #require(Self.files[name])
    for count in 0..<file.count {
      for text in Array(file[..<count]).described.texts { #expect(!text.text.isEmpty) }
    }
  }

  @Test(arguments: files.keys.sorted()) func `wrong bytes never trap`(name: String) throws {
    let file = try #require(Self.files[name])
    var random = SeededRandom(seed: 42)
    for _ in 0..<10_000 {
      let size = file.mutated(using: &random).described.texts.reduce(0) { $0 + $1.text.utf8.count }
      #expect(size <= TextCollection.maxBytes + 8)
    }
  }

  @Test func `only the parts with texts are loaded`() {
    let pixels = ("IDAT", [UInt8](repeating: 7, count: 3_000_000))
    let file = TextSketch.png([pixels, ("tEXt", Array("Title\0behind".utf8))])
    var loaded = 0
    let texts = file.withUnsafeBytes { bytes in
      PictureInfo(textsIn: bytes) { loaded += $0.count }.texts
    }
    #expect(texts == [PictureText("title", "behind")])
    #expect(loaded < 100_000)
  }
}
