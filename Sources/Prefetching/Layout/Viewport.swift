/// The part of the content that is on screen, along the scrolling axis.
public struct Viewport: Hashable, Sendable {
  /// The distance from the content's start to the viewport's start, in the layout's unit.
  public var offset: Int
  /// The length of the viewport in the layout's unit; at least 0.
  public var length: Int {
    didSet { length = max(0, length) }
  }

  /// Creates a viewport; a negative length counts as 0.
  public init(offset: Int, length: Int) {
    self.offset = offset
    self.length = max(0, length)
  }

  /// The range of visible offsets.
  public var range: Range<Int> { offset..<offset.addingSaturated(length) }

  /// The nearest viewport inside the content, or with the least part outside.
  public func clamped(to layout: LineLayout) -> Viewport {
    let last = max(0, layout.contentLength - length)
    return Viewport(offset: min(max(0, offset), last), length: length)
  }

  /// The nearest viewport that shows the whole line of an item.
  ///
  /// If the line is longer than the viewport, it shows the start. An item outside the layout is replaced by the nearest
  /// one.
  public func revealing(_ item: Int, in layout: LineLayout) -> Viewport {
    guard layout.itemCount > 0 else { return self }
    let line = layout.line(of: min(item, layout.itemCount - 1))
    let start = layout.offset(ofLine: line)
    let end = start.addingSaturated(layout.lineLength)
    var revealed = self
    if offset > start || layout.lineLength > length {
      revealed.offset = start
    } else if range.upperBound < end {
      revealed.offset = end - length
    }
    return revealed
  }
}
