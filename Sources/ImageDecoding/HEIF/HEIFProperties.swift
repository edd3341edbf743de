import CImageRows
import Raster

/// The properties of the items in a HEIF container.
struct HEIFProperties {
  /// The facts about one item.
  struct Facts {
    var size: PixelSize?
    var orientation = Orientation.upright
    var colors = ImageRowsColors()
  }

  /// The most items examined.
  private static let mostItems = 5_000

  private let view: FileView
  private var properties: [Box] = []
  private var associations: Range<Int>?

  init(_ view: FileView) { self.view = view }

  /// Notes one of the boxes about properties.
  mutating func read(_ box: Box) {
    switch box.name {
    case "ipco":
      var boxes = BoxWalk(view)
      var found: [Box] = []
      boxes.visit(box.content, depth: 1) { property in
        found.append(property)
        return nil
      }
      properties = found
    case "ipma": associations = box.content
    default: break
    }
  }

  func facts(of item: Int) -> Facts? {
    guard let indices = indices(of: item) else { return nil }
    var facts = Facts()
    var (turns, mirror) = (0, 0)
    for index in indices where properties.indices.contains(index - 1) {
      let property = properties[index - 1]
      var reader = NumberReader(view, property.content)
      switch property.name {
      case "ispe":
        guard reader.next(4) != nil, let width = reader.next(4), let height = reader.next(4),
          width > 0, height > 0
        else { return nil }
        facts.size = PixelSize(width: width, height: height)
        // Old versions of libheif wrote the turned size after the turn.
        (turns, mirror) = (0, 0)
      case "clap":
        guard let size = facts.size, let cropped = Self.size(&reader) else { continue }
        facts.size = PixelSize(
          width: min(cropped.width, size.width), height: min(cropped.height, size.height))
      case "irot": turns = reader.next(1).map { $0 & 3 } ?? 0
      case "imir": mirror = reader.next(1).map { 1 + ($0 & 1) } ?? 0
      case "colr": read(property.content, into: &facts.colors)
      default: continue
      }
    }
    // A rotation to the left, in quarter turns, followed by a mirroring (MIAF, 7.3.6.7).
    let rotations: [Orientation] = [.upright, .leftTurn, .halfTurn, .rightTurn]
    let mirrorings: [Orientation] = [.upright, .flipped, .mirrored]
    facts.orientation = rotations[turns].then(mirrorings[mirror])
    return facts
  }

  /// The size of a clean aperture: two fractions.
  private static func size(_ reader: inout NumberReader) -> PixelSize? {
    guard let width = reader.next(4), let widthUnit = reader.next(4), let height = reader.next(4),
      let heightUnit = reader.next(4), widthUnit > 0, heightUnit > 0
    else { return nil }
    let size = PixelSize(width: width / widthUnit, height: height / heightUnit)
    return size.width > 0 && size.height > 0 ? size : nil
  }

  private func read(_ content: Range<Int>, into colors: inout ImageRowsColors) {
    guard let kind = view.field(at: content.lowerBound, length: 4), content.count > 4 else {
      return
    }
    let rest = content.dropFirst(4)
    if kind.elementsEqual("nclx".utf8) {
      var reader = NumberReader(view, rest)
      guard let primaries = reader.next(2), let transfer = reader.next(2),
        max(primaries, transfer) <= UInt8.max
      else { return }
      colors.primaries = UInt8(primaries)
      colors.transfer = UInt8(transfer)
    } else if kind.elementsEqual("prof".utf8) || kind.elementsEqual("rICC".utf8),
      let profile = view.field(at: rest.lowerBound, length: rest.count)
    {
      colors.profile = profile.bindMemory(to: UInt8.self).baseAddress
      colors.profile_count = profile.count
    }
  }

  /// The numbers of an item's properties, from 1 on.
  private func indices(of wanted: Int) -> [Int]? {
    guard let associations else { return nil }
    var reader = NumberReader(view, associations)
    guard let version = reader.next(1), let flags = reader.next(1).flatMap({ _ in reader.next(2) }),
      let count = reader.next(4)
    else { return nil }
    let isLong = flags & 1 != 0
    for _ in 0..<min(count, Self.mostItems) {
      guard let item = reader.next(version == 0 ? 2 : 4), let number = reader.next(1) else {
        return nil
      }
      var indices: [Int] = []
      for _ in 0..<number {
        guard let index = reader.next(isLong ? 2 : 1) else { return nil }
        // The highest bit says whether the property is essential.
        indices.append(index & (isLong ? 0x7FFF : 0x7F))
      }
      if item == wanted { return indices }
    }
    return nil
  }
}
