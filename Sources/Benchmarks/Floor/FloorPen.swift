import Raster

/// Counts the bytes of consecutive cells, each keeping the colors of the previous one if possible.
struct FloorPen {
  private let colors: ColorDepth
  private(set) var bytes = 0
  private var foreground = SentCell.terminalDefault
  private var background = SentCell.terminalDefault
  private var style: Style = .plain

  init(colors: ColorDepth) {
    self.colors = colors
  }

  /// Counts the cells of a row that differ from another row, or all cells if there is none.
  mutating func count(_ row: [SentCell], over former: [SentCell]?) {
    var column = 0
    while column < row.count {
      if former?[column] == row[column] {
        column += 1
      } else {
        column = countRun(row, from: column, over: former)
      }
    }
  }

  /// Counts a run of equal cells, including unchanged ones if that is shorter.
  private mutating func countRun(
    _ row: [SentCell], from start: Int, over former: [SentCell]?
  ) -> Int {
    let cell = row[start]
    var (end, changedEnd, changed) = (start, start, 0)
    while end < row.count, row[end] == cell {
      end += 1
      if former?[end - 1] != cell { (changedEnd, changed) = (end, changed + 1) }
    }
    if cell.glyph == 0 { return changedEnd }  // counted with the cell to its left
    change(to: cell)
    let size = Unicode.Scalar(cell.glyph).map(UTF8.width) ?? 3
    let length = changedEnd - start
    var least = min(changed * size, size + Self.length(ofSequence: max(1, length - 1)))
    if cell.isBlank {
      least = min(least, end == row.count ? 3 : Self.length(ofSequence: length))
    }
    bytes += least
    return changedEnd
  }

  /// The length of a control sequence with one number, omitted if it is 1.
  private static func length(ofSequence number: Int) -> Int {
    3 + (number == 1 ? 0 : String(number).utf8.count)
  }

  private mutating func change(to cell: SentCell) {
    var next = self
    next.background = cell.background
    if cell.isBlank {
      next.style.formIntersection([.bold, .dim])
    } else {
      next.foreground = cell.foreground
      next.style = cell.style
    }
    var difference = 3 * style.subtracting(next.style).rawValue.nonzeroBitCount
    difference += 2 * next.style.subtracting(style).rawValue.nonzeroBitCount
    if next.foreground != foreground { difference += length(of: next.foreground, isInk: true) }
    if next.background != background { difference += length(of: next.background, isInk: false) }
    next.bytes += difference == 0 ? 0 : min(2 + difference, bytesFromReset(to: cell))
    self = next
  }

  /// The length of `ESC [ m` if everything is default, or of `ESC [ 0 ;` and the other parameters.
  private func bytesFromReset(to cell: SentCell) -> Int {
    var length = 0
    if !cell.isBlank {
      length = 2 * cell.style.rawValue.nonzeroBitCount
      if cell.foreground != SentCell.terminalDefault {
        length += self.length(of: cell.foreground, isInk: true)
      }
    }
    if cell.background != SentCell.terminalDefault {
      length += self.length(of: cell.background, isInk: false)
    }
    return length == 0 ? 3 : 4 + length
  }

  /// The length of a color's parameters, each with its terminator.
  private func length(of color: UInt32, isInk: Bool) -> Int {
    if color == SentCell.terminalDefault { return 3 }  // 39
    switch colors {
    case .trueColor:
      return [16, 8, 0].reduce(5) { $0 + String(color >> $1 & 255).count + 1 }  // 38;2;r;g;b
    case .indexed256: return 5 + String(color).count + 1  // 38;5;n
    case .ansi16, .ansi8: return color < 8 || isInk ? 3 : 4  // 30 to 37, 90, but 100
    case .mono: return 0
    }
  }
}
