/// A division of colors into boxes.
///
/// The box with the largest squared error in one channel is split at the mean of that channel. X. Wu's quantizer
/// (Graphics Gems II, 1991) also searches for the best place to split. K-means steps would gain 0.2 dB with 16 boxes
/// and lose 0.1 dB with 256, because errors are diffused.
struct ColorBoxes {
  private typealias Entries = UnsafeMutableBufferPointer<ColorTally.Entry>

  /// The squared error that is worth another color, per pixel of the picture.
  ///
  /// At this limit, 256 boxes have a total error of a level and a half, too little to see.
  private static let leastError: Float = 1.0 / 128

  /// The colors, box by box.
  let entries: [ColorTally.Entry]
  /// The range of each box in the colors.
  let ranges: [Range<Int>]
  /// The mean color of each box, and the number of its pixels.
  let means: [ColorTally.Entry]

  /// Divides colors into a number of boxes, or fewer where those suffice.
  ///
  /// - Complexity: O(colors * log(boxes)), and O(boxes²).
  init(_ colors: [ColorTally.Entry], count: Int) {
    var entries = colors
    let boxes: [Box] = entries.withUnsafeMutableBufferPointer { entries in
      if entries.isEmpty { return [] }
      var boxes = [Box(0..<entries.count, of: entries)]
      boxes.reserveCapacity(count)
      let least = entries.count <= count ? 0 : Self.leastError * boxes[0].mean.w
      while boxes.count < count {
        var worst = 0
        for index in boxes.indices where boxes[index].error > boxes[worst].error { worst = index }
        let box = boxes[worst]
        guard box.error > least else { break }
        let middle = box.split(entries)
        boxes[worst] = Box(box.range.lowerBound..<middle, of: entries)
        boxes.append(Box(middle..<box.range.upperBound, of: entries))
      }
      return boxes
    }
    self.entries = entries
    ranges = boxes.map(\.range)
    means = boxes.map(\.mean)
  }

  private struct Box {
    let range: Range<Int>
    let mean: ColorTally.Entry
    /// The channel with the greatest squared error, and that error; 0 for a single color.
    let channel: Int
    let error: Float

    init(_ range: Range<Int>, of entries: Entries) {
      self.range = range
      var sum = ColorTally.Entry()
      for index in range {
        var weighted = entries[index] * entries[index].w
        weighted.w = entries[index].w
        sum += weighted
      }
      var mean = sum / sum.w
      // A sum of squares minus the squared mean would cancel and lose a few pixels among many.
      var errors = ColorTally.Entry()
      for index in range {
        let distance = entries[index] - mean
        errors += distance * distance * entries[index].w
      }
      mean.w = sum.w
      self.mean = mean
      let channel = (1..<3).reduce(0) { errors[$1] > errors[$0] ? $1 : $0 }
      self.channel = channel
      error = range.count > 1 ? errors[channel] : 0
    }

    /// Moves the colors up to the mean to the front.
    ///
    /// - Returns: the index of the first other color; neither side is empty.
    func split(_ entries: Entries) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound - 1)
      while low <= high {
        if entries[low][channel] <= mean[channel] {
          low += 1
        } else {
          entries.swapAt(low, high)
          high -= 1
        }
      }
      return min(max(low, range.lowerBound + 1), range.upperBound - 1)
    }
  }
}
