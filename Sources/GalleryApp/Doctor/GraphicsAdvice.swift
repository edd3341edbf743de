import Raster
import TerminalUI

/// The sentences about how pictures are drawn on a terminal, and why not better.
struct GraphicsAdvice {
  /// The way in which pictures are drawn.
  let method: String
  /// The reasons against each better way; a sentence each.
  let obstacles: [String]

  init(_ examination: TerminalExamination) {
    let findings = examination.findings
    let plan = examination.plan
    method =
      switch plan.graphics {
      case .kitty where plan.placesDirectly: "pixels, by kitty's protocol, placed over the cells"
      case .kitty: "pixels, by kitty's protocol"
      case .sixel: "pixels, as sixels"
      case .iterm2: "pixels, by iTerm2's protocol"
      case .symbols, nil: "block characters"
      }
    var sentences: [String] = []
    if plan.graphics == nil, examination.features.graphics != .none {
      sentences.append(
        plan.isDirect
          ? "The terminal does not tell the size of its cells; --graphics kitty or sixel assumes 10x20."
          : "Pixels need 24-bit color.")
    }
    let kitty = findings.kittyObstacle.map(Self.sentence(onKitty:))
    let sixel = findings.sixelObstacle.map(Self.sentence(onSixel:))
    sentences += [kitty, sixel == kitty ? nil : sixel].compactMap(\.self)
    if plan.graphics == nil, findings.mayShowInlineImages {
      sentences.append("It shows iTerm2's inline images, with --graphics iterm2.")
    }
    obstacles = sentences
  }

  static func sentence(onKitty obstacle: GraphicsObstacle) -> String {
    switch obstacle {
    case .isMissing(let terminal): "\(terminal) does not have kitty's protocol."
    case .isTooOld(let terminal, let since):
      "\(terminal) is too old for kitty's protocol with placeholders; \(since) has it. "
        + "--graphics kitty-direct shows pixels."
    case .isUntested(let terminal), .isWrong(let terminal):
      "\(terminal) announces kitty's protocol, but was not seen to place pictures right; "
        + "--graphics kitty-direct tries it."
    default: sentence(onAny: obstacle)
    }
  }

  static func sentence(onSixel obstacle: GraphicsObstacle) -> String {
    switch obstacle {
    case .inTmux:
      "tmux always announces sixels; --graphics sixel tries them."
    case .isMissing(let terminal) where terminal.hasPrefix("xterm"):
      "\(terminal) does not show sixels; xterm -ti vt340 does."
    case .isMissing(let terminal): "\(terminal) does not announce sixels."
    case .isTooOld(let terminal, _), .isUntested(let terminal), .isWrong(let terminal):
      "\(terminal) puts sixels into wrong places."
    default: sentence(onAny: obstacle)
    }
  }

  private static func sentence(onAny obstacle: GraphicsObstacle) -> String {
    switch obstacle {
    case .noAnswer: "The terminal answers no queries."
    case .noUTF8: "kitty's protocol needs a UTF-8 locale."
    case .inScreen: "GNU screen passes no graphics on."
    case .tmuxKeepsSequences: "tmux does not pass queries on."
    case .inTmux: "tmux is between the program and the terminal."
    case .isMissing(let terminal), .isTooOld(let terminal, _), .isUntested(let terminal),
      .isWrong(let terminal):
      "\(terminal) does not show it right."
    }
  }
}
