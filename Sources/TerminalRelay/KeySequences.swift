import FrameProfiling
import Raster

extension Key {
  /// The bytes that a terminal sends for the key, as xterm does; none for a key that it would not report.
  ///
  /// - Parameter modes: the modes that the program has set.
  func sequence(for modes: TerminalModes) -> [UInt8] {
    let cursor = modes.isOn(1) ? "\u{1B}O" : "\u{1B}["
    let text: String
    switch self {
    case .up: text = cursor + "A"
    case .down: text = cursor + "B"
    case .right: text = cursor + "C"
    case .left: text = cursor + "D"
    case .home: text = cursor + "H"
    case .end: text = cursor + "F"
    case .pageUp: text = "\u{1B}[5~"
    case .pageDown: text = "\u{1B}[6~"
    case .enter: text = "\r"
    case .escape: text = "\u{1B}"
    case .backspace: text = "\u{7F}"
    case .character(let character): text = String(character)
    case .control(let letter): return letter.asciiValue.map { [$0 & 0x1F] } ?? []
    case .paste(let pasted):
      text = modes.isOn(2004) ? "\u{1B}[200~\(pasted)\u{1B}[201~" : pasted
    case .wheel(let notches):
      let button = notches < 0 ? 64 : 65
      text = String(
        repeating: Self.mouse(button, at: .init(column: 0, row: 0), modes),
        count: min(abs(notches), 100))
    case .click(let point), .doubleClick(let point): text = Self.click(point, modes)
    case .other: text = ""
    }
    return Array(text.utf8)
  }

  private static func click(_ point: CellPoint, _ modes: TerminalModes) -> String {
    let press = mouse(0, at: point, modes)
    return press.isEmpty ? "" : press + press.dropLast() + "m"
  }

  /// A press by the protocol that nearly every program asks for, SGR.
  private static func mouse(_ button: Int, at point: CellPoint, _ modes: TerminalModes) -> String {
    let isReported = [1000, 1002, 1003].contains(where: modes.isOn) && modes.isOn(1006)
    return isReported ? "\u{1B}[<\(button);\(point.column + 1);\(point.row + 1)M" : ""
  }
}
