import Raster

/// The information in a raw file about its pictures, unvalidated.
struct CameraParts {
  /// The first bytes of a RAF.
  static let header = "FUJIFILMCCD-RAW "

  /// The stated offsets and lengths of JPEGs.
  private(set) var places: [(offset: Int, length: Int)] = []
  /// The orientation of pictures without their own.
  var orientation = Orientation.upright
  var camera: CameraData?
  private(set) var isAdobeRGB = false

  init() {}

  mutating func add(at offset: Int?, length: Int?) {
    if let offset, let length, length > 0 { places.append((offset, length)) }
  }

  /// Reads the header of a RAF; nil for another file.
  ///
  /// Everything else is in its JPEG.
  init?(headerOf view: FileView) {
    let header = Self.header.utf8
    guard view.field(at: 0, length: header.count)?.elementsEqual(header) == true else { return nil }
    add(
      at: view.integer(at: 84, length: 4, order: .bigEndian),
      length: view.integer(at: 88, length: 4, order: .bigEndian))
  }
}

// MARK: - Directories

extension CameraParts {
  /// The version numbers after the byte order: TIFF, two of ORF, and RW2.
  private static let versions: Set<Int> = [42, 0x4F52, 0x5352, 0x55]
  /// The photometric interpretations of sensor data: color filters or linear (TIFF/EP and DNG 1.6).
  private static let sensorColors = [32_803, 34_892]

  /// Reads a file of TIFF directories; nil for another one, or without sensor data.
  init?(directoriesOf view: FileView) {
    guard let file = TIFFFile(view, versions: Self.versions), let first = file.firstDirectory else {
      return nil
    }
    let isCanons = view.field(at: 8, length: 2)?.elementsEqual("CR".utf8) == true
    let isDNG = first.count(0xC612) > 0
    var isCameras = isCanons || isDNG || TIFFFile(view) == nil
    for directory in DirectoryWalk(file) {
      add(picturesOf: directory)
      isCameras = isCameras || directory.integer(0x0106).map(Self.sensorColors.contains) == true
    }
    guard isCameras else { return nil }
    let details = first.directory(0x8769)
    if let note = details?.block(0x927C) { add(picturesOfNote: note, in: view) }
    orientation = Orientation(statedBy: first) ?? .upright
    camera = CameraData(first, details: details)
    isAdobeRGB = file.interoperability == "R03"
  }

  private mutating func add(picturesOf directory: TIFFDirectory) {
    add(at: directory.integer(0x0201), length: directory.integer(0x0202))
    // A JPEG in several strips would be several files.
    if [6, 7].contains(directory.integer(0x0103)), directory.count(0x0111) == 1 {
      add(at: directory.integer(0x0111), length: directory.integer(0x0117))
    }
    // Panasonic's preview.
    if let block = directory.block(0x002E) { add(at: block.offset, length: block.length) }
  }

  /// Finds the preview of an ORF in the maker's note, whose offsets are relative to its own start.
  private mutating func add(picturesOfNote note: (offset: Int, length: Int), in view: FileView) {
    guard let part = view.part(at: note.offset, length: view.count - note.offset),
      let start = part.field(at: 0, length: 16)
    else { return }
    let names = [("OLYMPUS\0", 12), ("OM SYSTEM\0\0\0", 16)]
    guard let (name, place) = names.first(where: { start.starts(with: $0.0.utf8) }) else { return }
    let order: ByteOrder =
      start[name.utf8.count] == UInt8(ascii: "M") ? .bigEndian : .littleEndian
    let settings = TIFFDirectory(in: TIFFFile(part, order: order), at: place)?.directory(0x2020)
    guard let preview = settings?.integer(0x0101) else { return }
    add(at: note.offset + preview, length: settings?.integer(0x0102))
  }
}
