import Raster

/// The pixels of a run-length encoded BMP, from the bottom row up, with gaps.
///
/// Pixels without a run stay transparent, as in browsers.
struct RunLengthCanvas {
  /// The number of runs in a step.
  ///
  /// A run has at most 255 pixels, so a step is the work of a few dozen rows.
  private static let runsPerStep = 128

  private let runs: UnsafeRawBufferPointer
  private let palette: [UInt32]
  private let size: PixelSize
  private let isNibbles: Bool
  private var pixels: [UInt32]
  private var offset = 0
  private var column = 0
  /// The current row, counted from the bottom.
  private var line = 0
  /// Whether all runs were drawn or the file is truncated.
  private(set) var isComplete = false
  /// Whether any pixel was drawn.
  private(set) var hasContent = false

  /// Allocates the canvas: four bytes per pixel.
  init(
    _ runs: UnsafeRawBufferPointer, palette: [UInt32], size: PixelSize, isNibbles: Bool
  ) {
    self.runs = runs
    self.palette = palette
    self.size = size
    self.isNibbles = isNibbles
    pixels = Array(repeating: 0, count: size.area)
  }

  /// The pixels of a row, counted from the top.
  func row(_ row: Int) -> ArraySlice<UInt32> {
    let start = row * size.width
    return pixels[start..<start + size.width]
  }

  /// Draws a bounded number of runs.
  mutating func drawSome() {
    for _ in 0..<Self.runsPerStep where !isComplete { drawRun() }
  }

  private mutating func drawRun() {
    guard let first = nextByte(), let second = nextByte() else { return }
    switch (first, second) {
    case (0, 0):
      column = 0
      line += 1
    case (0, 1): isComplete = true
    case (0, 2):
      guard let right = nextByte(), let up = nextByte() else { return }
      column += right
      line += up
    case (0, _): drawLiterals(second)
    default:
      for index in 0..<first { draw(isNibbles ? nibble(index, of: second) : second) }
    }
    if line >= size.height { isComplete = true }
  }

  /// Draws literal pixels, which are padded to a whole number of words.
  private mutating func drawLiterals(_ count: Int) {
    let length = isNibbles ? (count + 1) / 2 : count
    for index in 0..<length {
      guard let byte = nextByte() else { return }
      if isNibbles {
        draw(nibble(0, of: byte))
        if 2 * index + 1 < count { draw(nibble(1, of: byte)) }
      } else {
        draw(byte)
      }
    }
    if !length.isMultiple(of: 2) { _ = nextByte() }
  }

  private mutating func draw(_ index: Int) {
    if column >= size.width { return }
    pixels[(size.height - 1 - line) * size.width + column] = palette[index]
    column += 1
    hasContent = true
  }

  private func nibble(_ index: Int, of byte: Int) -> Int {
    index.isMultiple(of: 2) ? byte >> 4 : byte & 15
  }

  /// The next byte; nil at the end of the file, which ends the picture.
  private mutating func nextByte() -> Int? {
    guard offset < runs.count else {
      isComplete = true
      return nil
    }
    defer { offset += 1 }
    return Int(runs[offset])
  }
}
