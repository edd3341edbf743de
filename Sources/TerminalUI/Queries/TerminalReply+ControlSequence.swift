import Raster

extension TerminalReply {
  /// - Returns: nil for what is no reply, or none that is known.
  init?(_ sequence: ControlSequence) {
    let numbers = sequence.parameters
    switch (sequence.marker, sequence.intermediates, sequence.final) {
    case ("?", "", "c") where !numbers.isEmpty: self = .attributes(numbers)
    case (">", "", "c") where !numbers.isEmpty: self = .secondaryAttributes(numbers)
    case ("?", "$", "y") where numbers.count == 2:
      self = .mode(numbers[0], setting: numbers[1])
    case (nil, "", "n") where numbers == [0] || numbers == [3]: self = .operatingStatus
    case (nil, "", "R") where numbers.count == 2:
      self = .cursor(row: numbers[0], column: numbers[1])
    case (nil, "", "t") where numbers.count == 3: self.init(report: numbers)
    case (nil, "", "I") where numbers.isEmpty: self = .focus(true)
    case (nil, "", "O") where numbers.isEmpty: self = .focus(false)
    default: return nil
    }
  }

  /// xterm's window operations: which report, a height, a width.
  private init?(report numbers: [Int]) {
    let size = PixelSize(width: numbers[2], height: numbers[1])
    let sides = min(size.width, size.height)...max(size.width, size.height)
    switch numbers[0] {
    case 4 where (1...65535).contains(sides.lowerBound) && sides.upperBound <= 65535:
      self = .textArea(size)
    case 6 where (1...1000).contains(sides.lowerBound) && sides.upperBound <= 1000:
      self = .cellSize(size)
    default: return nil
    }
  }
}
