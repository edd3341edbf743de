import Foundation
import Raster
import Testing

/// Compares a frame with its drawing in `Snapshots/NAME.frame`.
///
/// With `RECORD_SNAPSHOTS` in the environment, the drawing is written and the test still fails, so
/// that each snapshot must be looked at.
func expectFrame(
  _ surface: Surface, is name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots/\(name).frame")
  let drawn = FrameDrawing(surface).text
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try drawn.write(to: file, atomically: true, encoding: .utf8)
    Issue.record(
      "recorded \(name); run again without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  let expected = try? String(contentsOf: file, encoding: .utf8)
  guard let expected else {
    Issue.record("no snapshot \(name); record it first", sourceLocation: sourceLocation)
    return
  }
  #expect(drawn == expected, "the frame differs from \(name)", sourceLocation: sourceLocation)
}

/// A surface as text for people: the glyphs between bars, a letter for each pair of colors, and the
/// meaning of the letters.
struct FrameDrawing {
  let text: String

  init(_ surface: Surface) {
    var lines = ["size \(surface.size)"]
    var letters: [String: Character] = [:]
    var legend: [String] = []
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var colors: [String] = []
    for row in 0..<surface.size.rows {
      var glyphs = String.UnicodeScalarView()
      var marks = ""
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        if !cell.isContinuation { glyphs.append(cell.scalar) }
        marks.append(Self.letter(of: cell, &letters, &legend, alphabet))
      }
      lines.append("|\(String(glyphs))|")
      colors.append("|\(marks)|")
    }
    text = (lines + ["colors"] + colors + legend).joined(separator: "\n") + "\n"
  }

  private static func letter(
    of cell: Cell, _ letters: inout [String: Character], _ legend: inout [String],
    _ alphabet: [Character]
  ) -> Character {
    if cell == .blank { return "." }
    let name = "\(hex(cell.foreground))/\(hex(cell.background)) style \(cell.style.rawValue)"
    if let letter = letters[name] { return letter }
    let letter = letters.count < alphabet.count ? alphabet[letters.count] : "?"
    letters[name] = letter
    legend.append("\(letter) = \(name)")
    return letter
  }

  private static func hex(_ color: Color) -> String {
    if color.isTerminalDefault { return "default" }
    let digits = String(color.rawValue, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
