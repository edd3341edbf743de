/// A named part of a file (ISO/IEC 14496-12, 4.2).
struct Box {
  let name: String
  let content: Range<Int>
}

/// Visits boxes and nested boxes, at most some hundred.
struct BoxWalk {
  private let view: FileView
  private var left = 400

  init(_ view: FileView) { self.view = view }

  /// - Parameter enter: returns the part of a box that contains boxes; nil for none.
  mutating func visit(_ range: Range<Int>, depth: Int, _ enter: (Box) -> Range<Int>?) {
    var place = range.lowerBound
    while left > 0, place < range.upperBound, let box = box(at: place, before: range.upperBound) {
      left -= 1
      place = box.content.upperBound
      if let inside = enter(box), depth > 1 { visit(inside, depth: depth - 1, enter) }
    }
  }

  /// A box, which ends at the latest with its parent.
  private func box(at place: Int, before end: Int) -> Box? {
    guard let name = view.field(at: place + 4, length: 4),
      var length = view.integer(at: place, length: 4, order: .bigEndian)
    else { return nil }
    var head = 8
    if length == 1 {
      guard let long = view.integer(at: place + 10, length: 6, order: .bigEndian) else {
        return nil
      }
      (length, head) = (long, 16)
    }
    if length == 0 { length = end - place }
    guard length >= head, place + head <= end else { return nil }
    return Box(
      name: String(decoding: name, as: UTF8.self),
      content: place + head..<place + min(length, end - place))
  }
}
