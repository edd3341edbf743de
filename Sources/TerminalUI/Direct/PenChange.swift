import Raster

/// The parameters of one SGR sequence.
struct PenChange {
  /// Whether the sequence begins with a reset.
  var isReset = false
  var removed: Style = .plain
  var added: Style = .plain
  /// Raw values of colors; nil for an unchanged color.
  var foreground: UInt32?
  var background: UInt32?

  /// The raw value of the terminal's own color, `Color.terminalDefault`.
  static var terminalDefault: UInt32 { 0xFF00_0000 }
  /// Bold and dim, which one parameter ends.
  static let weights: Style = [.bold, .dim]

  /// The length of the sequence.
  func length(in out: SequenceWriter) -> Int {
    var length = 2  // ESC [
    if !removed.isDisjoint(with: Self.weights) { length += 3 }
    length += 3 * removed.subtracting(Self.weights).rawValue.nonzeroBitCount
    length += 2 * added.rawValue.nonzeroBitCount
    if let foreground { length += out.length(ofColor: foreground) }
    if let background { length += out.length(ofColor: background) }
    guard isReset else { return length }
    return length == 2 ? 3 : length + 2
  }

  func append(to out: inout SequenceWriter) {
    if isReset, length(in: out) == 3 { return out.append("\u{1B}[m") }
    out.append(word: 0x5B1B, length: 2)  // ESC [
    if isReset { out.append(parameter: 0) }
    if !removed.isDisjoint(with: Self.weights) { out.append(parameter: 22) }
    if removed.contains(.underline) { out.append(parameter: 24) }
    if removed.contains(.reverse) { out.append(parameter: 27) }
    if added.contains(.bold) { out.append(parameter: 1) }
    if added.contains(.dim) { out.append(parameter: 2) }
    if added.contains(.underline) { out.append(parameter: 4) }
    if added.contains(.reverse) { out.append(parameter: 7) }
    if let foreground { out.append(color: foreground, layer: 0x33) }
    if let background { out.append(color: background, layer: 0x34) }
    out.endParameters(with: 0x6D)  // m
  }
}

extension SequenceWriter {
  /// `38;2;r;g;b;` or `39;`, with `4` for the background.
  @inline(__always)
  mutating func append(color: UInt32, layer: UInt64) {
    if color == PenChange.terminalDefault {
      return append(word: 0x3B3900 | layer, length: 3)
    }
    append(word: 0x3B_323B_3800 | layer, length: 5)
    append(parameter: UInt8(truncatingIfNeeded: color >> 16))
    append(parameter: UInt8(truncatingIfNeeded: color >> 8))
    append(parameter: UInt8(truncatingIfNeeded: color))
  }

  /// The length of a color's parameters.
  func length(ofColor color: UInt32) -> Int {
    if color == PenChange.terminalDefault { return 3 }
    return 5 + length(ofParameter: UInt8(truncatingIfNeeded: color >> 16))
      + length(ofParameter: UInt8(truncatingIfNeeded: color >> 8))
      + length(ofParameter: UInt8(truncatingIfNeeded: color))
  }
}
