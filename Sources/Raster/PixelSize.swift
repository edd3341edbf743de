/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// From left to right.
  public var width: Int
  /// From top to bottom.
  public var height: Int

  /// Creates a size of any numbers; code that allocates pixels checks them.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads width and height as `320x240`, 1 to 4096 each.
  package init?(_ text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...4_096).contains(width), (1...4_096).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Width times height.
  public var area: Int { width * height }

  /// For example `320x240`.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle of pixels in a picture, measured from its top left corner.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var size: PixelSize

  package init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }
}
