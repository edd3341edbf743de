/// The items of a HEIF container: which is the primary one, what they are, and where.
struct HEIFItems {
  /// The most items examined; a picture of 100 megapixels has some 400 tiles.
  private static let mostItems = 5_000

  private(set) var primary: Int?
  private let view: FileView
  private var names: Range<Int>?
  private var places: Range<Int>?

  init(_ view: FileView) { self.view = view }

  /// Notes one of the boxes about items.
  mutating func read(_ box: Box) {
    switch box.name {
    case "pitm":
      var reader = NumberReader(view, box.content)
      guard let version = reader.next(1), reader.next(1) != nil, reader.next(2) != nil else {
        return
      }
      primary = reader.next(version == 0 ? 2 : 4)
    case "iinf": names = box.content
    case "iloc": places = box.content
    default: break
    }
  }

  /// The place of the first item of a kind.
  func location(ofKind kind: String) -> Range<Int>? {
    item(ofKind: kind).flatMap(location)
  }

  /// The identifier of the first item of a kind, such as `Exif`.
  private func item(ofKind kind: String) -> Int? {
    guard let names else { return nil }
    var reader = NumberReader(view, names)
    guard let version = reader.next(4), reader.next(version >> 24 == 0 ? 2 : 4) != nil else {
      return nil
    }
    for _ in 0..<Self.mostItems {
      let start = reader.place
      guard let length = reader.next(4), length >= 12, start + length <= names.upperBound else {
        return nil
      }
      var entry = NumberReader(view, start + 8..<start + length)
      if let version = entry.next(1), version >= 2, entry.next(1) != nil, entry.next(2) != nil,
        let item = entry.next(version == 2 ? 2 : 4), entry.next(2) != nil,
        view.field(at: entry.place, length: 4)?.elementsEqual(kind.utf8) == true
      {
        return item
      }
      reader = NumberReader(view, start + length..<names.upperBound)
    }
    return nil
  }

  /// The place of an item that is in one piece in the file.
  private func location(of wanted: Int) -> Range<Int>? {
    guard let places else { return nil }
    var reader = NumberReader(view, places)
    guard let version = reader.next(1), reader.next(1) != nil, reader.next(2) != nil,
      let sizes = reader.next(1), let others = reader.next(1),
      let count = reader.next(version < 2 ? 2 : 4)
    else { return nil }
    let indexSize = version == 0 ? 0 : others & 15
    for _ in 0..<min(count, Self.mostItems) {
      guard let item = reader.next(version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : reader.next(2), reader.next(2) != nil,
        let base = reader.next(others >> 4), let pieces = reader.next(2)
      else { return nil }
      if item == wanted {
        guard pieces == 1, method & 15 == 0, reader.next(indexSize) != nil,
          let offset = reader.next(sizes >> 4), let length = reader.next(sizes & 15)
        else { return nil }
        return base + offset..<base + offset + length
      }
      reader.skip(pieces * (indexSize + (sizes >> 4) + (sizes & 15)))
    }
    return nil
  }
}
