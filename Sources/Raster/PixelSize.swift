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
