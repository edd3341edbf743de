import LinkSupport
import Raster
import VTermSupport

/// The cost of showing the last page while the pictures of another one still arrive.
struct EndMeasurement {
  /// From the key until all captions and the place in the status line were on the screen.
  let captions: Duration
  /// From the key until the last byte of a picture.
  let pictures: Duration
  /// The bytes of a second until then.
  let bytesPerSecond: Double
  /// The most bytes that came at once: a key waits until all of them are shown.
  let largestFrame: Int

  static let heading = row(["screen", "link", "text ms", "pictures ms", "KB/s", "largest KB"])

  func line(link: Link, size: CellSize) -> String {
    Self.row([
      "\(size)", link.name, "\(Int(captions / .milliseconds(1)))",
      "\(Int(pictures / .milliseconds(1)))", "\(Int(bytesPerSecond / 1_000))",
      "\(largestFrame / 1_000)",
    ])
  }

  private static func row(_ fields: [String]) -> String {
    zip(fields, [8, 16, 8, 12, 6, 11]).enumerated().map { index, field in
      let pad = String(repeating: " ", count: max(0, field.1 - field.0.count))
      return index < 2 ? field.0 + pad : pad + field.0
    }.joined(separator: " ")
  }
}

extension HeldKeySession {
  /// Turns a page, and presses End while its pictures come.
  ///
  /// - Parameter pause: the time between the two keys.
  func pressEnd(after pause: Duration) -> EndMeasurement {
    settle(for: .seconds(3))
    program.type("\u{1B}[6~")
    let turned = program.now
    while program.now < turned + pause { _ = program.step() }
    program.type("\u{1B}[F")
    let pressed = program.now
    var (frames, frameStart, largest) = (program.answers, program.received, 0)
    let start = program.received
    var texts: [(at: Duration, text: [String])] = []
    settle(for: .seconds(3)) {
      guard program.answers > frames else { return }
      largest = max(largest, program.received - frameStart)
      (frames, frameStart) = (program.answers, program.received)
      texts.append((program.now, Self.words(of: program.screen.surface)))
    }
    let bytes = program.received - start
    let first = texts.first { $0.text == texts.last?.text }
    let time = program.lastReceived - pressed
    program.type("q")
    settle(for: .milliseconds(300))
    return EndMeasurement(
      captions: (first?.at ?? pressed) - pressed, pictures: time,
      bytesPerSecond: Double(bytes) / max(time / .seconds(1), 0.001), largestFrame: largest)
  }

  /// The words of each row, and of the status line the first: the rest tells what is known of the picture.
  private static func words(of surface: Surface) -> [String] {
    (0..<surface.size.rows).map { row in
      let glyphs = (0..<surface.size.columns).map { surface[$0, row].glyph }
      let words = glyphs.split { !(0x21...0x7E).contains($0) }.map { word in
        String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
      }
      return row == surface.size.rows - 1 ? words.first ?? "" : words.joined(separator: " ")
    }
  }
}
