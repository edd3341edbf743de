/// Puts a line in the order in which it is drawn from left to right, by the Unicode bidirectional
/// algorithm (UAX 9).
///
/// The line itself always runs from left to right, so a caption keeps its place beside numbers and
/// lines. Applied are the rules for weak and neutral characters (W1 to W7 without marks; N1, N2),
/// levels (I1), reversal (L2), and mirrored brackets (L4). Explicit embeddings, overrides, and
/// isolates, whose characters are never drawn, and paired brackets (N0) are left out.
///
/// It uses no library, because this target has no C, and the tables of one would be larger than the
/// whole target.
enum VisualOrder {
  private enum Class {
    case left, right, arabic
    case european, arabicNumber
    case separator, terminator, common
    case neutral
  }

  /// Whether text with this scalar may need another order.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value &- 0x590 < 0x370 || value &- 0xFB1D < 0x2E3 || value &- 0xFE70 < 0x90
      || value &- 0x1_0800 < 0x800 || value &- 0x1_E800 < 0x800
  }

  /// - Complexity: O(glyphs).
  static func of(_ glyphs: [DisplayText.Glyph]) -> [DisplayText.Glyph] {
    var classes = glyphs.map { self.class(of: $0.scalar) }
    resolveWeak(&classes)
    resolveNeutral(&classes)
    let levels = classes.map { type in
      switch type {
      case .right, .arabic: 1
      case .european, .arabicNumber: 2
      default: 0
      }
    }
    var order = Array(glyphs.indices)
    for level in [2, 1] { reverse(&order, levels, atLeast: level) }
    return order.map { levels[$0] == 1 ? mirrored(glyphs[$0]) : glyphs[$0] }
  }

  /// Reverses every run of a level or a higher one.
  private static func reverse(_ order: inout [Int], _ levels: [Int], atLeast level: Int) {
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, levels[order[end]] >= level { end += 1 }
      order[start..<end].reverse()
      start = max(end, start + 1)
    }
  }

  /// Numbers take the direction of the text around them, and signs join numbers (W2 to W7).
  private static func resolveWeak(_ classes: inout [Class]) {
    var strong = Class.left
    for index in classes.indices {
      switch classes[index] {
      case .left, .right, .arabic: strong = classes[index]
      case .european where strong == .arabic: classes[index] = .arabicNumber  // W2
      default: break
      }
    }
    for index in classes.indices.dropFirst().dropLast() {  // W4
      let (before, after) = (classes[index - 1], classes[index + 1])
      guard before == after else { continue }
      switch (classes[index], before) {
      case (.separator, .european), (.common, .european), (.common, .arabicNumber):
        classes[index] = before
      default: break
      }
    }
    spread(.european, overTerminatorsOf: &classes)
    strong = .left
    for index in classes.indices {
      switch classes[index] {
      case .separator, .terminator, .common: classes[index] = .neutral  // W6
      case .left, .right, .arabic: strong = classes[index]
      case .european where strong == .left: classes[index] = .left  // W7
      default: break
      }
    }
  }

  /// Signs like % beside a number belong to it (W5).
  private static func spread(_ number: Class, overTerminatorsOf classes: inout [Class]) {
    for index in classes.indices.dropFirst()
    where classes[index] == .terminator && classes[index - 1] == number {
      classes[index] = number
    }
    for index in classes.indices.dropLast().reversed()
    where classes[index] == .terminator && classes[index + 1] == number {
      classes[index] = number
    }
  }

  /// Neutral characters take the direction of both sides, or else of the line (N1, N2).
  ///
  /// Numbers count as right to left.
  private static func resolveNeutral(_ classes: inout [Class]) {
    var before = Class.left
    var start = 0
    while start < classes.count {
      guard classes[start] == .neutral else {
        before = classes[start] == .left ? .left : .right
        start += 1
        continue
      }
      var end = start
      while end < classes.count, classes[end] == .neutral { end += 1 }
      let after: Class = end == classes.count || classes[end] == .left ? .left : .right
      let resolved: Class = before == .right && after == .right ? .right : .left
      for index in start..<end { classes[index] = resolved }
      start = end
    }
  }

  private static func `class`(of scalar: Unicode.Scalar) -> Class {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9, 0xB2, 0xB3, 0xB9, 0x2070...0x2079: return .european
    case 0x660...0x669, 0x66B, 0x66C, 0x600...0x605: return .arabicNumber
    case 0x2B, 0x2D, 0x2212: return .separator
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x66A, 0x20A0...0x20CF, 0x2030...0x2034:
      return .terminator
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C: return .common
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x1_EC70...0x1_EEFF:
      return .arabic
    case _ where isRightToLeft(scalar): return .right
    case 0x41...0x5A, 0x61...0x7A: return .left
    default: return isNeutral(scalar) ? .neutral : .left
    }
  }

  private static func isNeutral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .dashPunctuation, .openPunctuation, .closePunctuation, .otherPunctuation,
      .initialPunctuation, .finalPunctuation, .connectorPunctuation, .mathSymbol, .modifierSymbol,
      .otherSymbol:
      return true
    default: return false
    }
  }

  private static func mirrored(_ glyph: DisplayText.Glyph) -> DisplayText.Glyph {
    guard let other = mirrors[glyph.scalar] else { return glyph }
    return DisplayText.Glyph(scalar: other, width: glyph.width)
  }

  private static let mirrors: [Unicode.Scalar: Unicode.Scalar] = {
    var mirrors: [Unicode.Scalar: Unicode.Scalar] = [:]
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"), ("‹", "›"), ("≤", "≥"),
      ("⟨", "⟩"), ("「", "」"), ("『", "』"), ("【", "】"), ("（", "）"), ("［", "］"),
    ]
    for (left, right) in pairs {
      mirrors[left] = right
      mirrors[right] = left
    }
    return mirrors
  }()
}
