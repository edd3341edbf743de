/// A color as sixel registers hold it: red, green, and blue in percent.
struct RegisterColor: Hashable {
  let red, green, blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The color nearest to red, green, and blue from 0 to 255.
  init(_ color: ColorTally.Entry) {
    func percent(_ value: Float) -> UInt8 { UInt8((min(max(value, 0), 255) / 2.55).rounded()) }
    self.init(red: percent(color.x), green: percent(color.y), blue: percent(color.z))
  }

  /// The color that the terminal shows for it.
  var channels: NearestColors.Channels {
    func level(_ percent: UInt8) -> Int16 { (Int16(percent) * 255 + 50) / 100 * 16 }
    return NearestColors.Channels(level(blue), level(green), level(red), NearestColors.opaque)
  }
}

/// The colors that show a picture best, for the registers of a terminal.
struct PicturePalette {
  /// The colors, most frequent first, so that those have short register numbers; without
  /// duplicates.
  let colors: [RegisterColor]
  /// The approximate mean squared distance of the pixels from their colors, in sixteenths of a
  /// level.
  let squaredError: Float

  /// Finds colors for opaque pixels.
  ///
  /// They are the means of boxes of similar colors. A picture with at most `count` colors keeps them, rounded to
  /// percents.
  ///
  /// - Parameter count: the most colors, from 1 to 256.
  /// - Complexity: O(pixels).
  init(of pixels: UnsafeBufferPointer<UInt32>, count: Int) {
    let boxes = ColorBoxes(ColorTally(pixels).entries, count: count)
    squaredError = Self.squaredError(of: boxes)
    var isKnown = Set<RegisterColor>()
    colors = boxes.means.sorted { $0.w > $1.w }.map(RegisterColor.init)
      .filter { isKnown.insert($0).inserted }
  }

  /// The mean squared distance of the boxes' colors from the rounded means.
  private static func squaredError(of boxes: ColorBoxes) -> Float {
    var (sum, pixels) = (Float(0), Float(0))
    for (mean, range) in zip(boxes.means, boxes.ranges) {
      let shown = RegisterColor(mean).channels
      let color = ColorTally.Entry(Float(shown.z), Float(shown.y), Float(shown.x), 0)
      for entry in boxes.entries[range] {
        var difference = entry * 16 - color
        difference.w = 0
        sum += (difference * difference).sum() * entry.w
        pixels += entry.w
      }
    }
    return sum / pixels
  }
}
