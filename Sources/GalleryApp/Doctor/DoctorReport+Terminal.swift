import Raster
import TerminalUI

extension DoctorReport.Screen {
  init(_ examination: TerminalExamination, environment: (String) -> String?) {
    let findings = examination.findings
    let background = examination.features.ownColors.background
    terminal = DoctorReport.Terminal(
      type: findings.type, name: findings.name, answer: Nullable(findings.answer),
      isAnswering: findings.hasAnswered, columns: findings.size.columns, rows: findings.size.rows,
      cellWidth: Nullable(findings.cellPixels?.width),
      cellHeight: Nullable(findings.cellPixels?.height),
      background: Nullable(background.map { $0.hexadecimal }))
    multiplexer = Nullable(
      findings.multiplexer.map {
        DoctorReport.Multiplexer(name: $0, passesGraphics: findings.passesThrough)
      })
    colors = DoctorReport.Colors(examination, environment: environment)
    let advice = GraphicsAdvice(examination)
    graphics = DoctorReport.Graphics(method: advice.method, obstacles: advice.obstacles)
    let finest = examination.features.finestSymbols
    let set = (finest ?? .half).substituted(from: examination.plan.symbolSets)
    symbols = DoctorReport.Symbols(set: set.rawValue, isTested: finest == set)
    link = DoctorReport.Link(
      isRemote: examination.capabilities.isRemote,
      roundTripMs: Nullable(examination.link.map { $0.roundTrip / .milliseconds(1) }),
      bytesPerS: Nullable(examination.link?.bytesPerSecond))
  }
}

extension DoctorReport.Multiplexer {
  fileprivate init(name: String, passesGraphics: Bool) {
    self.name = name == "screen" ? "GNU screen" : name
    self.passesGraphics = passesGraphics
    let isTmux = name == "tmux"
    let sentence =
      isTmux
      ? "For a terminal with kitty's protocol, put into ~/.tmux.conf:"
      : "It shows 256 colors and no pixels; start filmstrip outside, or in tmux."
    advice = Nullable(passesGraphics ? nil : sentence)
    configuration = Nullable(isTmux && !passesGraphics ? "set -g allow-passthrough on" : nil)
  }
}

extension DoctorReport.Colors {
  fileprivate init(_ examination: TerminalExamination, environment: (String) -> String?) {
    let color = examination.plan.rendition.colors
    depth = color.rawValue
    presenter = examination.plan.isDirect ? "direct" : "curses"
    advice = Nullable(Self.advice(on: color, examination.findings, environment))
  }

  /// The way to more colors; nil if there are no more.
  private static func advice(
    on color: ColorDepth, _ findings: TerminalFindings, _ environment: (String) -> String?
  ) -> String? {
    if color == .trueColor { return nil }
    if environment("NO_COLOR")?.isEmpty == false {
      return "NO_COLOR is set; --colors 24bit shows them nevertheless"
    }
    let promise = "TERM=\(findings.type) promises no more;"
    // Screen has no 24-bit color, whatever the terminal has.
    if findings.multiplexer == "screen" {
      return color == .indexed256 ? nil : "\(promise) for 256: export TERM=screen-256color"
    }
    return "\(promise) if the terminal shows 24-bit color: export COLORTERM=truecolor"
  }
}

extension DoctorReport.Locale {
  init(isUTF8: Bool, environment: (String) -> String?) {
    let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let deciding = names.first { environment($0)?.isEmpty == false }
    let value = deciding.flatMap(environment) ?? ""
    setting = Nullable(deciding.map { "\($0)=\(value)" })
    isUtf8 = isUTF8
    advice = Nullable(isUtf8 ? nil : "pictures are drawn in ASCII; for more: export LANG=C.UTF-8")
  }
}

extension Color {
  /// The six digits of red, green and blue.
  fileprivate var hexadecimal: String {
    let digits = String(rawValue & 0xFF_FFFF, radix: 16)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
