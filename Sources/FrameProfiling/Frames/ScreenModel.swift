import Raster

/// A terminal's screen, as far as a profiler looks at it.
package protocol ScreenModel: AnyObject {
  /// Obeys what a program has written; sequences may be cut anywhere.
  func feed(_ bytes: ArraySlice<UInt8>)

  /// Copies what has changed since the last call into a surface of the screen's size.
  ///
  /// - Returns: the number of cells that were written since then, whether or not they look different.
  func update(_ surface: inout Surface) -> Int

  var cursor: CellPoint { get }

  func resize(to size: CellSize)
}

/// An encoder to compare a program's output with.
package protocol FrameEncoding: AnyObject {
  /// The number of bytes that change the screen from the last surface to the next.
  func bytes(for surface: Surface) -> Int
}
