import Raster

/// The texts of a picture, wrapped for the panel of information, and how far the panel is scrolled.
struct InfoTexts: Sendable {
  private(set) var lines: [InfoPanel.Line] = []
  /// The first visible line of the panel.
  var top = 0
  private var columns = 0

  /// Wraps the texts, unless they are already.
  mutating func wrap(_ texts: [PictureText], columns: Int) {
    guard columns != self.columns else { return }
    self.columns = columns
    lines = texts.flatMap { text in
      let lines = DisplayText.lines(of: Credentials.removed(from: text.text), columns: columns)
      return lines.enumerated().map { ($0 == 0 ? text.name : "", $1) }
    }
  }
}
