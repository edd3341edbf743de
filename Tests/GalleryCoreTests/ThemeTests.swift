import Foundation
import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct ThemeTests {
  /// The contrast ratio of WCAG 2.2 (relative luminance), from 1 to 21.
  private func contrast(_ one: Color, _ other: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let linear = [color.red, color.green, color.blue].map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
  }

  /// Black and white, and the backgrounds of Ubuntu, Nord, Zenburn, Solarized, and a gray terminal.
  @Test(arguments: [0, 0x30_0A24, 0x2E_3440, 0x3F_3F3F, 0x00_2B36, 0xFD_F6E3, 0xC0_C0C0, 0xFF_FFFF])
  func `text can be read on every background of its theme, and on the terminal's`(paper: UInt32) {
    let terminal = Color(rawValue: paper)
    let theme = Theme(on: Paper(terminal))
    let pairs = [
      (theme.text, theme.bar), (theme.text, theme.placeholder), (theme.faint, theme.bar),
      (theme.faint, theme.placeholder), (theme.faint, terminal), (theme.emphasis, theme.bar),
      (theme.emphasis, terminal), (theme.failure, theme.placeholder), (theme.failure, terminal),
      (theme.good, terminal), (theme.title, terminal), (theme.accent, terminal),
      (theme.accentText, theme.accent),
    ]
    for (index, (ink, background)) in pairs.enumerated() {
      #expect(contrast(ink, background) >= 4.5, "pair \(index)")
    }
  }

  @Test func `bold text has an exact color, but where bold black would become gray`() {
    for paper in [Paper(Color(rawValue: 0x10_1010)), .light] {
      for colors in [ColorDepth.trueColor, .indexed256] {
        let theme = Rendition(.symbols(.half), colors: colors, paper: paper).theme()
        #expect(theme.title == theme.text)
      }
      for colors in [ColorDepth.ansi16, .ansi8, .mono] {
        let theme = Rendition(.symbols(.half), colors: colors, paper: paper).theme()
        #expect(theme.title.isTerminalDefault)
      }
    }
  }

  @Test func `bold text has the terminal's color on a background that may be light`() {
    #expect(Rendition(paper: .dark).theme().title.isTerminalDefault)
  }

  /// The palettes of xterm, Nord and Solarized, and one of a person who mixed up dark and light.
  @Test(
    arguments: [
      [0xCD_0000, 0x00_CD00, 0xCD_CD00, 0xE5_E5E5], [0xBF_616A, 0xA3_BE8C, 0xEB_CB8B, 0xD8_DEE9],
      [0xDC_322F, 0x85_9900, 0xB5_8900, 0x65_7B83], [0, 0xFF_FFFF, 0x80_8080, 0x7F_0000],
    ], [0, 0x2E_3440, 0x3F_3F3F, 0xC0_C0C0, 0xFD_F6E3, 0xFF_FFFF])
  func `accents are the terminal's own colors, and can be read on all backgrounds`(
    palette: [UInt32], paper: UInt32
  ) {
    let own = OwnColors(palette)
    let terminal = Color(rawValue: paper)
    for colors in [ColorDepth.trueColor, .indexed256] {
      let theme = Rendition(colors: colors, paper: Paper(terminal)).theme(own)
      for ink in [theme.text, theme.title, theme.emphasis, theme.failure, theme.good] {
        for background in [terminal, theme.bar, theme.placeholder] {
          #expect(contrast(ink, background) >= 4.5)
        }
      }
      #expect(contrast(theme.accent, terminal) >= 4.5, "the frame of the selection")
      #expect(contrast(theme.accentText, theme.accent) >= 4.5)
    }
  }

  @Test(arguments: [0xC0_C0C0, 0xFD_F6E3, 0xFF_FFFF])
  func `the selection is never yellow or khaki on a bright background`(paper: UInt32) {
    var own = OwnColors()
    for yellow: UInt32? in [nil, 0xCD_CD00, 0xB5_8900] {
      own.yellow = yellow.map(Color.init)
      for colors in ColorDepth.allCases where colors != .mono {
        let theme = Rendition(colors: colors, paper: Paper(Color(rawValue: paper))).theme(own)
        #expect(theme.accent.blue > theme.accent.red && theme.emphasis.blue > theme.emphasis.red)
      }
    }
  }

  @Test func `an own color that can be read stays as it is, and what is not known too`() {
    var own = OwnColors()
    own.yellow = Color(rawValue: 0x8F_BCBB)
    let theme = Rendition(paper: .dark).theme(own)
    #expect(theme.accent == own.yellow && theme.emphasis == own.yellow)
    #expect(theme.failure == Theme.dark.failure && theme.text == Theme.dark.text)
    #expect(Rendition(paper: .light).theme() == .light)
  }

  @Test func `with few colors the terminal's own do not matter`() {
    let own = OwnColors([0xBF_616A, 0xA3_BE8C, 0x8F_BCBB, 0xD8_DEE9])
    for colors in [ColorDepth.ansi16, .ansi8, .mono] {
      let rendition = Rendition(colors: colors, paper: .light)
      #expect(rendition.theme(own) == rendition.theme())
    }
  }

  @Test func `the gallery takes the colors of the terminal, and keeps them in another rendition`() {
    let own = OwnColors([0xBF_616A, 0xA3_BE8C, 0x8F_BCBB, 0xD8_DEE9])
    var session = GallerySession()
    session.answerAll()
    session.send([.ownColorsChanged(own)])
    #expect(session.gallery.scene.theme.accent == own.yellow)
    #expect(session.loads.isEmpty, "pictures stay as they are")
    session.send([.renditionChanged(Rendition(.symbols(.sextant)), symbolSets: [.sextant])])
    #expect(session.gallery.scene.theme.accent == own.yellow)
  }

  @Test func `a background is dark or light by its brightness`() {
    #expect(Theme(on: Paper(Color(rawValue: 0x28_2C34))) == .dark)
    #expect(Theme(on: Paper(Color(rawValue: 0xFD_F6E3))) == .light)
  }

  @Test func `on a light terminal every picture is rendered for it`() {
    var session = GallerySession(rendition: Rendition(.symbols(.sextant)))
    session.answerAll()
    session.send([
      .renditionChanged(
        Rendition(.symbols(.sextant), paper: .light), symbolSets: SymbolSet.allCases)
    ])
    #expect(session.loads.map(\.key.rendition.paper) == [.light, .light, .light])
    session.press(.character("S"))
    #expect(session.gallery.rendition.paper == .light)
  }
}

extension OwnColors {
  /// Red, green, yellow, and that of text.
  fileprivate init(_ colors: [UInt32]) {
    self.init()
    for (number, color) in zip(Self.numbers, colors) { self[number] = Color(rawValue: color) }
    text = colors.last.map(Color.init)
  }
}
