import FramePacing
import Raster

/// The colors of the gallery's own elements on a dark or a light terminal.
///
/// Pictures, gaps, captions and popups have the terminal's own background, any dark or any light color. Text has a
/// contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3) on its own backgrounds and on the terminal's.
package struct Theme: Hashable, Sendable {
  /// Text on `bar`; on the terminal's own background, text has the terminal's own color.
  private(set) var text: Color
  /// The color of bold text on the terminal's own background.
  ///
  /// It is exact on a known background: Konsole shows bold text in its own color as white, even where a program has
  /// changed the background.
  private(set) var title: Color
  /// Less important text, also on `bar`.
  private(set) var faint: Color
  /// The frame of a placeholder.
  private(set) var line: Color
  /// The background of a placeholder.
  private(set) var placeholder: Color
  /// The frame of the selection, and its background under `accentText`.
  private(set) var accent: Color
  private(set) var accentText: Color
  /// Emphasized text.
  private(set) var emphasis: Color
  private(set) var failure: Color
  private(set) var good: Color
  /// The background of the status line.
  private(set) var bar: Color
  /// The colors of the phases of a frame, distinguishable without red and green.
  ///
  /// From Okabe and Ito, “Color Universal Design”, 2008, darkened on a light background, but for the terminal's: a muted
  /// purple, because its time follows the frame's, and late frames are red.
  private var phases: [Color]

  package static let dark = Theme(
    text: 0xD5_D9E2, faint: 0x8D_95A5, line: 0x3C_4350, placeholder: 0x1E_2128, accent: 0xF2_B84B,
    accentText: 0x1A_1405, emphasis: 0xF2_B84B, failure: 0xE8_7C84, good: 0x7F_C97F,
    bar: 0x26_2A33, phases: [0xF0_E442, 0x00_9E73, 0xE6_9F00, 0x56_B4E9, 0x84_5C96])

  package static let light = Theme(
    text: 0x22_2833, faint: 0x59_6170, line: 0xB4_BBC7, placeholder: 0xE7_EAEF, accent: 0x1F_5CB0,
    accentText: 0xFF_FFFF, emphasis: 0x1F_5CB0, failure: 0xB0_2A37, good: 0x1F_6F2E,
    bar: 0xDC_E0E7, phases: [0xC9_B800, 0x00_7A59, 0xB8_7400, 0x2A_8FC7, 0xA8_84BC])

  /// Creates the theme for a background; colors without enough contrast move toward white or black.
  init(on paper: Paper) {
    self = paper.isBright ? .light : .dark
    let inks: [WritableKeyPath<Theme, Color>] = [
      \.title, \.faint, \.accent, \.emphasis, \.failure, \.good,
    ]
    for ink in inks {
      self[keyPath: ink] = self[keyPath: ink].readable(
        on: [paper.color], contrast: Self.leastContrast, toward: paper.farthest)
    }
    // A terminal that does not report its background, such as one behind tmux 3.3, may be light.
    if paper == .dark { title = .terminalDefault }
  }

  /// The theme with the terminal's own colors, if known.
  ///
  /// Colors without enough contrast on the terminal's background or on the theme's move toward white or black. A
  /// bright background keeps the theme's accent, because yellow would become khaki there.
  func taking(_ own: OwnColors, on paper: Paper, in depth: ColorDepth) -> Theme {
    func readable(_ color: Color) -> Color {
      color.readable(
        on: [paper.color, bar, placeholder], contrast: Self.leastContrast, toward: paper.farthest,
        in: depth)
    }
    var theme = self
    if let text = own.text.map(readable) { (theme.text, theme.title) = (text, text) }
    if let red = own.red.map(readable) { theme.failure = red }
    if let green = own.green.map(readable) { theme.good = green }
    if !paper.isBright, let yellow = own.yellow.map(readable) {
      (theme.emphasis, theme.accent) = (yellow, yellow)
      // One of these always has a contrast of 4.58.
      let (black, white) = (Color(rawValue: 0), Color(rawValue: 0xFF_FFFF))
      let isBlack = black.contrast(to: yellow) >= white.contrast(to: yellow)
      theme.accentText = isBlack ? black : white
    }
    return theme
  }

  private static let leastContrast = 4.5

  /// The color of a phase in graphs of frames.
  func color(of phase: FramePhase) -> Color {
    switch phase {
    case .input: phases[0]
    case .update: phases[1]
    case .draw: phases[2]
    case .present: phases[3]
    case .terminal: phases[4]
    case .linkWait, .terminalWait, .cpuWait: faint
    }
  }

  /// The theme for a palette of 16 or fewer colors.
  ///
  /// Bold text has the terminal's color, because bold black becomes gray. Failures and phases have colors of the
  /// palette: a light red would become gray.
  func forFewColors(on paper: Paper) -> Theme {
    var theme = self
    theme.failure = Color(rawValue: paper.isBright ? 0xCD_0000 : 0xFF_0000)
    theme.title = .terminalDefault
    theme.phases = [0x00_00EE, 0x00_CD00, 0xCD_CD00, 0x00_CDCD, 0xCD_00CD].map(Color.init)
    return theme
  }

  private init(
    text: UInt32, faint: UInt32, line: UInt32, placeholder: UInt32, accent: UInt32,
    accentText: UInt32, emphasis: UInt32, failure: UInt32, good: UInt32, bar: UInt32,
    phases: [UInt32]
  ) {
    self.text = Color(rawValue: text)
    title = Color(rawValue: text)
    self.faint = Color(rawValue: faint)
    self.line = Color(rawValue: line)
    self.placeholder = Color(rawValue: placeholder)
    self.accent = Color(rawValue: accent)
    self.accentText = Color(rawValue: accentText)
    self.emphasis = Color(rawValue: emphasis)
    self.failure = Color(rawValue: failure)
    self.good = Color(rawValue: good)
    self.bar = Color(rawValue: bar)
    self.phases = phases.map(Color.init)
  }
}

/// A color that a person may choose, by its name in a configuration.
package enum ThemeColor: String, CaseIterable, Sendable {
  case text, title, faint, line, placeholder, accent
  case accentText = "accent-text"
  case emphasis, failure, good, bar
}

extension Theme {
  package fileprivate(set) subscript(name: ThemeColor) -> Color {
    get { self[keyPath: Self.path(to: name)] }
    set { self[keyPath: Self.path(to: name)] = newValue }
  }

  private static func path(to name: ThemeColor) -> WritableKeyPath<Theme, Color> {
    switch name {
    case .text: \.text
    case .title: \.title
    case .faint: \.faint
    case .line: \.line
    case .placeholder: \.placeholder
    case .accent: \.accent
    case .accentText: \.accentText
    case .emphasis: \.emphasis
    case .failure: \.failure
    case .good: \.good
    case .bar: \.bar
    }
  }
}

extension Rendition {
  /// The theme around the pictures; without colors, a bright background is a reversed one.
  ///
  /// With few colors, the nearest palette color is the terminal's own anyway. Computing it takes
  /// some microseconds, so `Look` keeps it.
  ///
  /// - Parameter chosen: the person's colors, whatever their contrast.
  func theme(_ own: OwnColors = OwnColors(), _ chosen: [ThemeColor: Color] = [:]) -> Theme {
    var theme =
      switch colors {
      case .trueColor, .indexed256: Theme(on: paper).taking(own, on: paper, in: colors)
      case .ansi16, .ansi8: Theme(on: paper).forFewColors(on: paper)
      case .mono: Theme.dark.forFewColors(on: paper)
      }
    for (name, color) in chosen { theme[name] = color }
    return theme
  }
}
