import ImageLoading
import Raster

/// The memory for pictures, which is smaller if the terminal keeps them itself.
struct PictureMemory {
  /// The least bytes if the terminal keeps pictures: 14 pages of 1280x800 pixels.
  ///
  /// An evicted picture is decoded again, but its pixels are sent only once.
  static let besideTerminal = 56 << 20
  /// The screenfuls that fit in memory, two of them not seen yet.
  static let pages = 8

  private let cache: ImageCache
  private let usualBytes: Int
  private let isFixed: Bool

  /// - Parameters:
  ///   - cache: the memory cache.
  ///   - isFixed: whether the person has set its limit, which no terminal changes.
  init(_ cache: ImageCache, isFixed: Bool) {
    self.cache = cache
    self.isFixed = isFixed
    usualBytes = cache.costLimitBytes
  }

  /// The most bytes for pictures that were not seen yet.
  var unseenBytes: Int { cache.costLimitBytes / 4 }

  /// Adapts the limit to the terminal.
  ///
  /// - Parameters:
  ///   - graphics: the terminal's graphics method; nil if it draws no pictures.
  ///   - screen: the size of the terminal.
  func fit(_ graphics: Rendition.Method?, on screen: CellSize) {
    if isFixed { return }
    guard case .kitty(let cell, _) = graphics else { return cache.costLimitBytes = usualBytes }
    let pageBytes = screen.columns * cell.width * screen.rows * cell.height * 4
    cache.costLimitBytes = min(usualBytes, max(Self.besideTerminal, Self.pages * pageBytes))
  }
}
