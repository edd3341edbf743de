import Foundation
import Raster
import TestSupport
import Testing

@testable import GalleryApp
@testable import TerminalUI

/// The report of `filmstrip doctor`.
@Suite struct DoctorPageTests {
  /// A report about a terminal of 80x24 that has answered so.
  static func report(
    _ replies: [TerminalReply], environment: [String: String] = ["TERM": "xterm-256color"],
    colors: ColorDepth = .trueColor, isUTF8: Bool = true, link: LinkMeasurement? = nil,
    caches: DiskCaches? = nil
  ) -> DoctorReport {
    var identity = TerminalIdentity(
      window: WindowSize(
        cells: CellSize(columns: 80, rows: 24), pixels: PixelSize(width: 720, height: 432)),
      isUTF8: isUTF8, environment: { environment[$0] })
    identity.beginRound()
    for reply in replies { identity.receive(reply) }
    let capabilities = TerminalCapabilities(
      name: environment["TERM"] ?? "", colors: colors, isUTF8: isUTF8,
      isInTmux: environment["TMUX"] != nil, isRemote: environment["SSH_CONNECTION"] != nil)
    let plan = ScreenPlan(ScreenWishes(), on: capabilities, with: identity.features)
    let examination = TerminalExamination(
      findings: identity.findings, features: identity.features, capabilities: capabilities,
      plan: plan, link: link)
    return DoctorReport(
      .success(examination), formats: DoctorReport.Format.all(), caches: caches, isUTF8: isUTF8
    ) { environment[$0] }
  }

  /// The sentences of a part, joined again.
  private static func part(_ label: String, of report: DoctorReport) -> String {
    let lines = DoctorPage(report).lines
    guard let start = lines.firstIndex(where: { $0.hasPrefix("\(label) ") }) else { return "" }
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
    return ([lines[start].dropFirst(label.count)] + rest.map { $0[...] })
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  private static let kitty: [TerminalReply] = [
    .version("kitty(0.41.1)"), .graphics(id: TerminalIdentity.graphicsQueryID, message: "OK"),
    .background(Color(rawValue: 0x1D1F21)), .attributes([62]),
  ]
  private static let xterm: [TerminalReply] = [.version("XTerm(379)"), .attributes([64, 22])]

  @Test func `a terminal with kitty's protocol has no obstacle`() {
    let link = LinkMeasurement(roundTrip: .microseconds(300), bytesPerSecond: 2_500_000)
    let report = Self.report(Self.kitty, environment: ["TERM": "xterm-kitty"], link: link)
    #expect(Self.part("graphics", of: report) == "pixels, by kitty's protocol")
    #expect(
      Self.part("terminal", of: report)
        == "kitty 0.41.1, answers “kitty(0.41.1)” (TERM=xterm-kitty) "
        + "80x24 cells of 9x18 pixels, background #1d1f21")
    #expect(Self.part("multiplexer", of: report) == "none")
    #expect(Self.part("colors", of: report) == "24-bit, by the direct presenter")
    #expect(
      Self.part("link", of: report)
        == "seems local; round trip 0.3 ms, rate 2.5 MB/s")
  }

  @Test func `another terminal says what it lacks, and what would turn it on`() {
    let graphics = Self.part("graphics", of: Self.report(Self.xterm))
    #expect(graphics.hasPrefix("block characters xterm 379 does not have kitty's protocol."))
    #expect(graphics.contains("xterm -ti vt340"))
  }

  @Test func `tmux is told how to pass graphics on, until it does`() {
    let environment = ["TERM": "tmux-256color", "TMUX": "x"]
    let tmux: [TerminalReply] = [.version("tmux 3.3a"), .attributes([1, 2, 4])]
    let closed = Self.report(tmux, environment: environment)
    #expect(Self.part("multiplexer", of: closed).contains("set -g allow-passthrough on"))
    #expect(Self.part("graphics", of: closed).contains("tmux does not pass queries on."))
    let open = Self.report(tmux + [.version("kitty(0.41.1)")], environment: environment)
    #expect(Self.part("multiplexer", of: open) == "tmux, which passes graphics on")
    #expect(Self.part("graphics", of: open) == "pixels, by kitty's protocol")
  }

  @Test func `fewer colors come with the reason`() {
    let few = Self.report(Self.xterm + [], environment: ["TERM": "vt220"], colors: .mono)
    #expect(Self.part("colors", of: few).hasPrefix("24-bit"), "xterm 379 has them, whatever TERM")
    let unknown = Self.report([.attributes([1])], environment: ["TERM": "vt220"], colors: .mono)
    #expect(Self.part("colors", of: unknown).contains("export COLORTERM=truecolor"))
    let refused = Self.report(
      Self.xterm, environment: ["TERM": "xterm", "NO_COLOR": "1"], colors: .mono)
    #expect(Self.part("colors", of: refused).contains("NO_COLOR is set"))
    let screen = Self.report(
      [.attributes([1])], environment: ["TERM": "screen", "STY": "1.pts"], colors: .ansi8)
    #expect(Self.part("colors", of: screen).hasSuffix("export TERM=screen-256color"))
  }

  @Test func `a locale without UTF-8 comes with the setting that has it`() {
    let report = Self.report(
      Self.xterm, environment: ["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"], isUTF8: false)
    #expect(Self.part("locale", of: report).hasPrefix("LANG=de_DE.ISO-8859-1: not UTF-8"))
    #expect(Self.part("locale", of: report).hasSuffix("export LANG=C.UTF-8"))
    #expect(Self.part("symbols", of: report) == "ASCII")
  }

  @Test func `without a terminal it shows the rest`() throws {
    let folder = try TemporaryFolder()
    let report = DoctorReport(
      .failure(.notATerminal(path: "/dev/tty", errno: ENXIO)), formats: DoctorReport.Format.all(),
      caches: DiskCaches(folder: folder.path, limitBytes: 1 << 20), isUTF8: true
    ) { _ in nil }
    #expect(Self.part("terminal", of: report).hasPrefix("none: cannot open the terminal"))
    #expect(Self.part("graphics", of: report).isEmpty)
    #expect(Self.part("formats", of: report).hasPrefix("JPEG, PNG, WebP, GIF"))
    #expect(Self.part("caches", of: report).contains("at most 1.0 MB together"))
    #expect(Self.part("caches", of: report).hasPrefix(folder.path))
  }

  @Test func `a page fits a screen of 80x24 and has no control characters of the terminal`() throws
  {
    let folder = try TemporaryFolder()
    let hostile = "evil\u{1B}[31m\u{9B}2J" + String(repeating: " name", count: 6)
    let report = Self.report(
      [.version(hostile), .attributes([1])],
      environment: ["TERM": "tmux\u{1B}]0;x\u{7}", "TMUX": "x", "SSH_CONNECTION": "x"],
      colors: .indexed256, caches: DiskCaches(folder: folder.path, limitBytes: 1 << 29))
    let lines = DoctorPage(report).lines
    #expect(lines.count <= 23, "\(lines.joined(separator: "\n"))")
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(DisplayText(line).columns < 80 || !line.dropFirst(13).contains(" "), "\(line)")
    }
  }

  @Test func `JSON has the same facts, with null for what is unknown`() throws {
    let json = try Self.report(Self.xterm).json()
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let screen = try #require(object["screen"] as? [String: Any])
    let terminal = try #require(screen["terminal"] as? [String: Any])
    #expect(terminal["name"] as? String == "xterm 379" && terminal["columns"] as? Int == 80)
    #expect(terminal["background"] is NSNull && screen["multiplexer"] is NSNull)
    #expect(object["caches"] is NSNull && object["problem"] is NSNull)
    let graphics = try #require(screen["graphics"] as? [String: Any])
    #expect((graphics["obstacles"] as? [String])?.count == 2)
    #expect((object["formats"] as? [[String: Any]])?.first?["name"] as? String == "JPEG")
  }
}
