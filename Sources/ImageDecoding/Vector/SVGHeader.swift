import CImageRows
import Raster

/// The size of an SVG, stated by its root element; another program draws it.
struct SVGHeader {
  /// The size in CSS pixels, each side at most `maxSide`; larger sizes are reduced proportionally.
  let size: PixelSize
  /// Whether the root states the aspect ratio.
  let hasShape: Bool

  /// The number of first bytes that must contain the root element.
  static let maxBytes = 64 << 10
  /// The longest side that is drawn.
  static let maxSide = 32_767
  /// The CSS default size of a replaced element.
  private static let usual = (width: 300.0, height: 150.0)

  /// Finds the root element; nil for anything but an SVG, compressed or not.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let header =
      bytes.starts(with: [0x1F, 0x8B])
      ? Self.inflated(bytes).withUnsafeBytes { SVGHeader(text: $0) } : SVGHeader(text: bytes)
    guard let header else { return nil }
    self = header
  }

  private static func inflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: maxBytes) { text, count in
      count = image_inflate(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, text.baseAddress, maxBytes)
    }
  }

  private init?(text bytes: UnsafeRawBufferPointer) {
    var tags = TagReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.maxBytes)))
    guard tags.goToRoot(named: "svg") else { return nil }
    var (width, height, box): (Double?, Double?, (width: Double, height: Double)?)
    while let (name, value) = tags.nextAttribute() {
      switch name {
      case "width": width = Self.length(value)
      case "height": height = Self.length(value)
      case "viewBox": box = Self.viewBox(value)
      default: break
      }
    }
    hasShape = box != nil || width != nil && height != nil
    let usual = Self.usual
    let shape = box ?? usual
    size =
      switch (width, height) {
      case (let width?, let height?): Self.pixels(width, height)
      case (let width?, nil):
        Self.pixels(width, box == nil ? usual.height : width * shape.height / shape.width)
      case (nil, let height?):
        Self.pixels(box == nil ? usual.width : height * shape.width / shape.height, height)
      case (nil, nil): Self.pixels(shape.width, shape.height)
      }
  }

  private static func pixels(_ width: Double, _ height: Double) -> PixelSize {
    let most = Double(maxSide)
    let scale = min(1, most / max(width, height))
    func side(_ length: Double) -> Int { Int(min(max(length * scale, 1), most).rounded()) }
    return PixelSize(width: side(width), height: side(height))
  }

  /// The largest size of this shape within limits.
  func largest(within limits: DecodeLimits) -> PixelSize {
    let enforced = limits.enforced
    let sides =
      Double(min(enforced.maxDimension, Self.maxSide)) / Double(max(size.width, size.height))
    let most = min(sides, (Double(enforced.maxPixels) / Double(size.area)).squareRoot())
    // An integer factor keeps the shape exactly.
    let scale = most > 1 ? most.rounded(.down) : most
    return PixelSize(
      width: max(1, Int(Double(size.width) * scale)),
      height: max(1, Int(Double(size.height) * scale)))
  }

  // MARK: Values

  /// The pixels per CSS unit; font units have their usual values.
  private static let units: [String: Double] = [
    "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16,
    "rem": 16, "ex": 8, "ch": 8,
  ]

  /// A length in pixels; nil for percentages and invalid lengths.
  private static func length(_ text: String) -> Double? {
    let text = text.filter { !$0.isWhitespace }
    let unit = text.reversed().prefix { $0.isLetter || $0 == "%" }.reversed()
    // A number such as "1e3" ends with a digit, so an exponent is never taken for a unit.
    guard let factor = units[String(unit)], let number = Double(text.dropLast(unit.count)) else {
      return nil
    }
    return positive(number * factor)
  }

  private static func viewBox(_ text: String) -> (width: Double, height: Double)? {
    let numbers = text.split { $0.isWhitespace || $0 == "," }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2].flatMap(positive),
      let height = numbers[3].flatMap(positive)
    else { return nil }
    return (width, height)
  }

  /// A plausible positive number, whose products stay finite; nil for others.
  private static func positive(_ number: Double) -> Double? {
    number > 1e-9 && number < 1e18 ? number : nil
  }
}
