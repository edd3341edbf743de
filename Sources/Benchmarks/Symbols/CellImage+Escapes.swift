import Raster

extension CellImage {
  /// Reads cells written by a program, row by row with line feeds.
  ///
  /// It interprets colors of 8, 16, 256, and 24-bit palettes, reverse video, and their reset. Other
  /// sequences are ignored.
  ///
  /// - Parameter colors: the first 16 colors, which differ between terminals; xterm's by default.
  package init(
    escapes bytes: [UInt8], size: CellSize, colors: [Color] = Palette.ansi16.colors
  ) {
    var rows: [[Cell]] = [[]]
    var pen = EscapePen(colors)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\n" {
        rows.append([])
      } else if scalar == "\u{1B}", index < scalars.count {
        let end =
          scalars[(index + 1)...].firstIndex { ("@"..."~").contains($0) } ?? scalars.count - 1
        if scalars[end] == "m" { pen.select(scalars[(index + 1)..<end]) }
        index = end + 1
      } else if scalar.value >= 0x20 {
        rows[rows.count - 1].append(pen.cell(scalar))
      }
    }
    let cells = (0..<size.area).map { place in
      let (row, column) = place.quotientAndRemainder(dividingBy: size.columns)
      return row < rows.count && column < rows[row].count ? rows[row][column] : .blank
    }
    self.init(size: size, cells: cells)
  }
}

/// The colors of the next character.
private struct EscapePen {
  private var foreground = Color.terminalDefault
  private var background = Color.terminalDefault
  private var isReversed = false
  private let colors: [Color]

  init(_ colors: [Color]) {
    self.colors = colors
  }

  func cell(_ glyph: Unicode.Scalar) -> Cell {
    guard isReversed else {
      return Cell(glyph: glyph, foreground: foreground, background: background)
    }
    if foreground.isTerminalDefault || background.isTerminalDefault {
      return Cell(
        glyph: glyph, foreground: foreground, background: background, style: .reverse)
    }
    return Cell(glyph: glyph, foreground: background, background: foreground)
  }

  mutating func select(_ parameters: ArraySlice<Unicode.Scalar>) {
    var numbers = String(String.UnicodeScalarView(parameters)).split(separator: ";").map {
      Int($0) ?? 0
    }[...]
    if numbers.isEmpty { numbers = [0] }
    while let number = numbers.popFirst() {
      switch number {
      case 0: self = EscapePen(colors)
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = colors[number - 30]
      case 40...47: background = colors[number - 40]
      case 90...97: foreground = colors[number - 82]
      case 100...107: background = colors[number - 92]
      case 39: foreground = .terminalDefault
      case 49: background = .terminalDefault
      case 38:
        guard let color = color(&numbers) else { return }
        foreground = color
      case 48:
        guard let color = color(&numbers) else { return }
        background = color
      default: break
      }
    }
  }

  /// Reads the numbers of a color of 256 or of 24 bits.
  private func color(_ numbers: inout ArraySlice<Int>) -> Color? {
    switch numbers.popFirst() {
    case 2:
      let values = numbers.prefix(3).map { UInt8(clamping: $0) }
      guard values.count == 3 else { return nil }
      numbers = numbers.dropFirst(3)
      return Color(red: values[0], green: values[1], blue: values[2])
    case 5:
      guard let number = numbers.popFirst(), 0..<256 ~= number else { return nil }
      return number < 16 ? colors[number] : Palette.indexed256.colors[number - 16]
    default: return nil
    }
  }
}
