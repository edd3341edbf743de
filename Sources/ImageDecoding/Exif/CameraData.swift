import Raster

/// The camera's data in a picture's EXIF (CIPA DC-008); missing or implausible values are nil.
///
/// Texts are one line of at most 64 characters, without control characters.
public struct CameraData: Hashable, Sendable {
  /// The date and time of the picture by the camera's clock: `2021-07-04 12:34:56`.
  public private(set) var dateTaken: String?
  /// The maker of the camera.
  public private(set) var make: String?
  /// The camera's name, which may begin with its maker's.
  public private(set) var model: String?
  /// The model of the lens.
  public private(set) var lens: String?
  /// The exposure time in seconds.
  public private(set) var exposureSeconds: Double?
  /// The f-number: the focal length divided by the aperture's diameter.
  public private(set) var fNumber: Double?
  /// The sensitivity, as an ISO speed.
  public private(set) var isoSpeed: Int?
  /// The lens's own focal length in millimeters.
  public private(set) var focalLength: Double?
  /// The focal length that gives the same view on 35 mm film, in millimeters.
  public private(set) var focalLengthOnFilm: Int?

  /// Reads an EXIF block; nil if it contains nothing usable.
  init?(exif: UnsafeRawBufferPointer) {
    self.init(TIFFFile(exif: exif))
  }

  /// Reads the camera's data from a TIFF file; nil if there is none.
  init?(_ file: TIFFFile?) {
    guard let directory = file?.firstDirectory else { return nil }
    self.init(directory, details: directory.directory(0x8769))
  }

  /// Reads the camera's data from the main and the EXIF directory; nil if there is none.
  init?(_ directory: TIFFDirectory, details: TIFFDirectory?) {
    make = directory.line(0x010F)
    model = directory.line(0x0110)
    dateTaken =
      details?.text(0x9003, limit: 19).flatMap(Self.date)
      ?? directory.text(0x0132, limit: 19).flatMap(Self.date)
    lens = details?.line(0xA434)
    exposureSeconds = details?.positive(0x829A)
    fNumber = details?.positive(0x829D)
    isoSpeed = details?.integer(0x8827).flatMap { $0 > 0 ? $0 : nil }
    focalLength = details?.positive(0x920A)
    focalLengthOnFilm = details?.integer(0xA405).flatMap { $0 > 0 ? $0 : nil }
    if self == CameraData() { return nil }
  }

  private init() {}

  /// Converts `2021:07:04 12:34:56` to a date with hyphens.
  ///
  /// Anything else gives nil, such as the blanks and zeros of an unset clock, or a date or time that does not exist.
  private static func date(_ text: String) -> String? {
    let form = "dddd:dd:dd dd:dd:dd"
    guard text.utf8.count == form.utf8.count, !text.hasPrefix("0000") else { return nil }
    for (byte, wanted) in zip(text.utf8, form.utf8) {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      guard wanted == UInt8(ascii: "d") ? isDigit : byte == wanted else { return nil }
    }
    let numbers = text.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
    guard numbers.count == 6, 1...12 ~= numbers[1],
      1...days(inMonth: numbers[1], of: numbers[0]) ~= numbers[2],
      // A minute may have a leap second.
      0...23 ~= numbers[3], 0...59 ~= numbers[4], 0...60 ~= numbers[5]
    else { return nil }
    return text.prefix(10).map { $0 == ":" ? "-" : String($0) }.joined() + text.dropFirst(10)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CameraData {
  /// The exposure time as text, such as `1/250 s` or `2.5 s`; nil if unknown.
  package var exposureDescription: String? {
    guard let seconds = exposureSeconds else { return nil }
    if seconds < 0.3 { return "1/\(Int((1 / max(seconds, 1e-9)).rounded())) s" }
    let tenths = Int((min(seconds, 1e9) * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension TIFFDirectory {
  /// A text for display; nil if empty.
  fileprivate func line(_ tag: Int) -> String? {
    guard let text = text(tag, limit: 256) else { return nil }
    let line = text.split(separator: " ").joined(separator: " ").excerpt(64)
    return line.isEmpty ? nil : line
  }

  fileprivate func positive(_ tag: Int) -> Double? {
    guard let (numerator, denominator) = fraction(tag), numerator > 0 else { return nil }
    return Double(numerator) / Double(denominator)
  }
}
