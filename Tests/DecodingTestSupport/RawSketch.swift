/// A camera's raw file that a test writes, by the description of its format.
package struct RawSketch {
  package enum Container: String, CaseIterable, Sendable {
    case cr2, nef, arw, dng, orf, rw2, raf, cr3
  }

  package var container: Container
  /// JPEG files, the smallest first; formats take the last one, or the last two or three.
  package var pictures: [[UInt8]]
  package var orientation: Int
  /// The values of the sensor, which are not read.
  package var sensor: [UInt8] = Array(repeating: 0xA5, count: 5_000)

  package init(_ container: Container, _ pictures: [[UInt8]], orientation: Int = 1) {
    self.container = container
    self.pictures = pictures
    self.orientation = orientation
  }

  /// How many of the pictures the format has room for.
  package var pictureCount: Int {
    switch container {
    case .raf, .rw2: 1
    case .nef, .orf: 2
    case .cr2, .arw, .dng, .cr3: 3
    }
  }

  private var taken: [[UInt8]] { Array(pictures.suffix(pictureCount)) }

  package var bytes: [UInt8] {
    switch container {
    case .raf: raf
    case .cr3: cr3
    default: directories
    }
  }

  // MARK: - Directories

  private typealias Entry = DirectorySketch.Entry

  private var camera: [Entry] {
    [
      Entry(0x010F, .text("Maker")), Entry(0x0110, .text("Maker R1")),
      Entry(0x0112, .short(orientation)),
    ]
  }

  private var directories: [UInt8] {
    let start: [Container: String] = [.orf: "IIRO", .rw2: "IIU\0"]
    var sketch = DirectorySketch(start: Array((start[container] ?? "II*\0").utf8))
    if container == .cr2 { sketch.bytes += Array("CR".utf8) + [2, 0, 0, 0, 0, 0] }
    let details = sketch.directory(
      [Entry(0x9003, .text("2021:07:04 12:34:56")), Entry(0x8827, .short(400))]
        + (container == .orf ? [Entry(0x927C, .block(note))] : []))
    let sensor = sketch.append(sensor)
    func strip(_ picture: Int, _ compression: Int = 6) -> [Entry] {
      let place = sketch.append(taken[picture])
      return [
        Entry(0x0103, .short(compression)), Entry(0x0111, .long(place)),
        Entry(0x0117, .long(taken[picture].count)),
      ]
    }
    func interchange(_ picture: Int) -> [Entry] {
      let place = sketch.append(taken[picture])
      return [
        Entry(0x0103, .short(6)), Entry(0x0201, .long(place)),
        Entry(0x0202, .long(taken[picture].count)),
      ]
    }
    // A JPEG without losses is the values of a sensor.
    let raw = [
      Entry(0x0103, .short(7)), Entry(0x0106, .short(32_803)), Entry(0x0111, .long(sensor)),
      Entry(0x0117, .long(self.sensor.count)),
    ]
    let first = camera + [Entry(0x8769, .long(details))]
    switch container {
    case .cr2:
      let third = sketch.directory(raw)
      let second = sketch.directory(interchange(0), next: third)
      let preview = sketch.directory(strip(1), next: second)
      sketch.start = sketch.directory(first + strip(2), next: preview)
    case .nef:
      let large = sketch.directory(interchange(1))
      let small = sketch.directory(interchange(0))
      let inner = [large, sketch.directory(raw), small]
      sketch.start = sketch.directory(first + [Entry(0x014A, .longs(inner))])
    case .arw:
      let third = sketch.directory(interchange(2))
      let second = sketch.directory(interchange(0), next: third)
      let inner = sketch.directory(raw)
      sketch.start = sketch.directory(
        first + interchange(1) + [Entry(0x014A, .longs([inner]))], next: second)
    case .dng:
      let inner = [sketch.directory(raw)] + (0..<3).map { sketch.directory(strip($0, 7)) }
      sketch.start = sketch.directory(
        first + [Entry(0x014A, .longs(inner)), Entry(0xC612, .block([1, 4, 0, 0, 0]))])
    case .orf:
      let second = sketch.directory(interchange(0))
      sketch.start = sketch.directory(first + raw, next: second)
    default:
      sketch.start = sketch.directory(first + [Entry(0x002E, .block(taken[0]))])
    }
    return sketch.finished
  }

  /// The note of an ORF, which counts offsets from its start.
  private var note: [UInt8] {
    var sketch = DirectorySketch(start: Array("OLYMPUS\0II\u{3}\0".utf8))
    sketch.bytes.removeLast(4)
    let head = 2 + 12 + 4
    // The first directory stands at a fixed place, and the settings behind it.
    let settings = sketch.bytes.count + head
    let preview = settings + 2 + 24 + 4
    sketch.bytes += sketch.plainDirectory([Entry(0x2020, .directory(settings))])
    sketch.bytes += sketch.plainDirectory([
      Entry(0x0101, .long(preview)), Entry(0x0102, .long(taken[1].count)),
    ])
    return sketch.bytes + taken[1]
  }

  // MARK: - Others

  private var raf: [UInt8] {
    let start = Array("FUJIFILMCCD-RAW 0201FF383501".utf8)
    let picture = taken[0].withExif(
      ExifSketch(
        entries: [
          (0x010F, .text("Maker")), (0x0110, .text("Maker R1")), (0x0112, .short(orientation)),
        ], details: [(0x9003, .text("2021:07:04 12:34:56"))]))
    return start + Array(repeating: 0, count: 84 - start.count) + big(148, 4)
      + big(picture.count, 4) + Array(repeating: 0, count: 148 - 92) + picture + sensor
  }

  private var cr3: [UInt8] {
    let metadata: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let preview: [UInt8] = [
      0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D,
      0x16,
    ]
    func tagged(_ entries: [Entry]) -> [UInt8] {
      var sketch = DirectorySketch(start: Array("II*\0".utf8))
      sketch.start = sketch.directory(entries)
      return sketch.finished
    }
    let thumbnail =
      big(0, 4) + big(160, 2) + big(120, 2) + big(taken[0].count, 4) + big(1, 2) + big(0, 2)
      + taken[0]
    let canon =
      metadata + box("CNCV", Array("CanonCR3".utf8)) + box("CMT1", tagged(camera))
      + box("CMT2", tagged([Entry(0x9003, .text("2021:07:04 12:34:56"))]))
      + box("THMB", thumbnail)
    func movie(_ places: [Int]) -> [UInt8] {
      let tracks = zip(places, [taken[2], sensor]).flatMap { place, sample in
        box(
          "trak",
          box("tkhd", big(0, 8))
            + box(
              "mdia",
              box(
                "minf",
                box(
                  "stbl",
                  box("stsz", big(0, 8) + big(1, 4) + big(sample.count, 4))
                    + box("co64", big(0, 4) + big(1, 4) + big(place, 8))))))
      }
      return box("moov", box("uuid", canon) + tracks)
    }
    let preface = big(0, 4) + big(1, 2) + big(1_620, 2) + big(1_080, 2) + big(1, 2)
    let between = box(
      "uuid",
      preview + big(0, 4) + big(1, 4)
        + box("PRVW", preface + big(taken[1].count, 4) + taken[1]))
    let start = box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
    let data = start.count + movie([0, 0]).count + between.count + 8
    return start + movie([data, data + taken[2].count]) + between
      + box("mdat", taken[2] + sensor)
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  private func big(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
