/// The number of columns that a terminal gives a character.
package enum CellWidth {
  package enum Kind: Sendable {
    case drawn
    /// Has no width of its own: joiners, variation selectors, combining marks.
    case invisible
    /// Would move the cursor, change direction or start an escape sequence, or is unassigned.
    case harmful
  }

  package static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
      return .harmful
    case .format: return isBidirectionalControl(scalar) ? .harmful : .invisible
    case .nonspacingMark, .enclosingMark: return .invisible
    default: return isUnpredictable(scalar) ? .harmful : .drawn
    }
  }

  /// 1, or 2 for East Asian wide and emoji presentation characters (Unicode TR 11).
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x1100 else { return 1 }
    if let columns = certainColumns(of: scalar) { return columns }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The columns of a scalar that needs no lookup; nil for any other.
  ///
  /// Terminals draw all of these scalars, and agree on their width.
  @inline(__always)
  static func certainColumns(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x24F, 0x391...0x3A1, 0x3A3...0x481, 0x48A...0x52F,
      0x5D0...0x5EA, 0x620...0x64A, 0x660...0x669, 0x2013...0x2014, 0x2018...0x201D, 0x2026:
      return 1
    case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
      return 2
    default: return nil
    }
  }

  private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default: return false
    }
  }

  /// Lone skin tones and flag letters, and characters after Unicode 14: terminals and C libraries
  /// disagree on their width.
  private static func isUnpredictable(_ scalar: Unicode.Scalar) -> Bool {
    if (0x1F3FB...0x1F3FF).contains(scalar.value) { return true }
    if (0x1F1E6...0x1F1FF).contains(scalar.value) { return true }
    if disputed.contains(where: { $0.contains(scalar.value) }) { return true }
    return (scalar.properties.age?.major ?? .max) > 14
  }

  /// Conjoining Hangul vowels and finals, hexagrams, and old Central Asian scripts, on which C
  /// libraries and terminals disagree.
  private static let disputed: [ClosedRange<UInt32>] = [
    0x1160...0x11FF, 0x4DC0...0x4DFF, 0xD7B0...0xD7FB, 0x1171E...0x1171E, 0x18B00...0x18D7F,
    0x1AFF0...0x1AFFE,
  ]

  /// Blocks of East Asian Width W and F; emoji are found by their property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF,
    0x1B000...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
