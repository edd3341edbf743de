import Foundation
import GalleryItems
import Keys
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
      (theme.good, terminal), (theme.title, terminal), (theme.accentText, theme.accent),
    ]
    for (index, (ink, background)) in pairs.enumerated() {
      #expect(contrast(ink, background) >= 4.5, "pair \(index)")
    }
  }

  @Test func `bold text has an exact color, but where bold black would become gray`() {
    for paper in [Paper.dark, .light] {
      for colors in [ColorDepth.trueColor, .indexed256] {
        let theme = Rendition(.symbols(.half), colors: colors, paper: paper).theme
        #expect(theme.title == theme.text)
      }
      for colors in [ColorDepth.ansi16, .ansi8, .mono] {
        let theme = Rendition(.symbols(.half), colors: colors, paper: paper).theme
        #expect(theme.title.isTerminalDefault)
      }
    }
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
