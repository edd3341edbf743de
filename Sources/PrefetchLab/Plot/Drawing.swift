/// Elements of an SVG as text; lengths are pixels with one decimal.
enum Drawing {
  struct Point {
    let x: Double
    let y: Double
  }

  /// The alignment of a text at its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// A gray that is readable on white and on black.
  static let ink = "#808080"

  static func text(
    _ text: String, at point: Point, _ anchor: Anchor = .start, size: Int = 10,
    isBold: Bool = false
  ) -> String {
    let weight = isBold ? #" font-weight="bold""# : ""
    return #"<text \#(coordinates(point)) text-anchor="\#(anchor.rawValue)" font-size="\#(size)""#
      + #"\#(weight) fill="\#(ink)">\#(escaped(text))</text>"# + "\n"
  }

  /// - Parameter opacity: from 0 to 1.
  static func line(
    _ from: Point, _ to: Point, opacity: Double = 1, isDashed: Bool = false
  ) -> String {
    let dashes = isDashed ? #" stroke-dasharray="4 3""# : ""
    return #"<line x1="\#(from.x.short)" y1="\#(from.y.short)" x2="\#(to.x.short)" "#
      + #"y2="\#(to.y.short)" stroke="\#(ink)" stroke-opacity="\#(opacity.rounded(toPlaces: 2))""#
      + "\(dashes)/>\n"
  }

  static func disc(at point: Point, radius: Double, _ color: String) -> String {
    #"<circle \#(center(point)) r="\#(radius.short)" fill="\#(color)"/>"# + "\n"
  }

  static func ring(at point: Point, radius: Double, _ color: String) -> String {
    #"<circle \#(center(point)) r="\#(radius.short)" fill="none" stroke="\#(color)" "#
      + #"stroke-width="1.8"/>"# + "\n"
  }

  static func polygon(_ corners: [Point], _ color: String) -> String {
    let points = corners.map { "\($0.x.short),\($0.y.short)" }.joined(separator: " ")
    return #"<polygon points="\#(points)" fill="\#(color)" fill-opacity="0.9"/>"# + "\n"
  }

  /// A whole picture without a background of its own.
  static func picture(width: Int, height: Int, title: String, _ content: String) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
      + #"width="\#(width)" height="\#(height)" font-family="sans-serif">"# + "\n"
      + "<title>\(escaped(title))</title>\n\(content)</svg>\n"
  }

  private static func coordinates(_ point: Point) -> String {
    #"x="\#(point.x.short)" y="\#(point.y.short)""#
  }

  private static func center(_ point: Point) -> String {
    #"cx="\#(point.x.short)" cy="\#(point.y.short)""#
  }

  /// The text with markup and control characters replaced: a trace may be named after a file.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.value < 32: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Double {
  fileprivate var short: String { rounded(toPlaces: 1) }
}
