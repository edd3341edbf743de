import Foundation
import FramePacing
import GalleryItems
import ImageLoading
import Raster
import TestSupport
import Testing

@testable import GalleryApp
@testable import LoadPlanning
@testable import TerminalUI

/// The page of reports and logs names the fields that are written, and no others.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct ReportsPageTests {
  // MARK: - The page

  /// The names in the first column of a section's table.
  ///
  /// A name that begins with a point belongs to the name before it, which then has no value of its own.
  private func names(in section: String) throws -> Set<String> {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/filmstrip/filmstrip.docc/Reports.md"),
      encoding: .utf8)
    let part = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") }, "\(section)")
    var names: Set<String> = []
    for row in part.components(separatedBy: "\n") where row.hasPrefix("| `") {
      let pieces = row.components(separatedBy: "|")[1].components(separatedBy: "`")
      var whole = ""
      for name in stride(from: 1, to: pieces.count, by: 2).map({ pieces[$0] }) {
        if name.hasPrefix(".") {
          names.remove(whole)
          names.insert(whole + name)
        } else {
          whole = name
          names.insert(name)
        }
      }
    }
    return names
  }

  /// Expects the same names in a section and in what is written.
  private func expect(_ written: Set<String>, in section: String) throws {
    let documented = try names(in: section)
    #expect(written.subtracting(documented) == [], "not on the page")
    #expect(documented.subtracting(written) == [], "not written")
  }

  // MARK: - What is written

  /// The paths of an object's values; `[]` stands for the entries of a list.
  private func paths(of value: Any, under path: String = "") -> Set<String> {
    switch value {
    case let fields as [String: Any]:
      Set(fields.flatMap { paths(of: $1, under: path.isEmpty ? $0 : "\(path).\($0)") })
    case let entries as [Any]: Set(entries.flatMap { paths(of: $0, under: path + "[]") })
    default: [path]
    }
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func report() throws -> [String: Any] {
    let gallery = try VirtualGallery(keys: [(.seconds(1), .down)], until: .seconds(2))
    _ = try gallery.loop.run()
    return try object(
      Report(
        gallery.loop, presenter: gallery.terminal.presenter, size: gallery.terminal.size,
        loads: LoadStatistics()
      ).json())
  }

  private static let header = LogHeader(
    budget: .milliseconds(16), size: CellSize(columns: 80, rows: 24), presenter: "direct")

  private static let frame: FrameRecord = {
    var frame = FrameRecord()
    frame.times.input = .milliseconds(1)
    frame.times.update = .milliseconds(1)
    frame.times.draw = .milliseconds(1)
    frame.times.overlay = .milliseconds(1)
    frame.times.present = .milliseconds(1)
    frame.presentedAt = .milliseconds(9)
    frame.overrun = .milliseconds(90)
    frame.wait.time = .milliseconds(9)
    return frame
  }()

  private func load() throws -> LoadTrace {
    var load = LoadTrace(url: try #require(URL(string: "http://a.example/")), startedAt: .zero)
    load.queueWait = .milliseconds(1)
    load.firstByte = .milliseconds(1)
    load.transfer = .milliseconds(1)
    load.decode = .milliseconds(1)
    load.process = .milliseconds(1)
    load.total = .milliseconds(5)
    return load
  }

  private func moments() throws -> [SessionMoment] {
    var behindTerminal = Self.frame
    behindTerminal.wait.phase = .terminalWait
    return [
      .key(.down, at: .zero), .mark("a mark", at: .zero), .lost(1),
      .picture(.prefetched, 7, at: .zero), .picture(.shown, 7, at: .milliseconds(1)),
      .load(try load(), startedAt: .zero), .frame(Self.frame), .frame(behindTerminal),
      .answer(Self.frame),
    ]
  }

  private func text(_ format: some LogFormat) throws -> String {
    var format = format
    var text = JSONText()
    format.appendHeader(Self.header, in: &text)
    for moment in try moments() { format.append(moment, to: &text) }
    format.end(in: &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  // MARK: - Sections

  @Test func `the page has each field of a report`() throws {
    var written = paths(of: try report())
    let entry = "frames.worst[]"
    #expect(written.contains { $0.hasPrefix(entry) })
    written = Set(written.map { $0.hasPrefix(entry) ? entry : $0 })
    try expect(written, in: "The report")
  }

  @Test func `a worst frame has the fields of a frame's line`() throws {
    let frames = try #require(report()["frames"] as? [String: Any])
    let worst = try #require((frames["worst"] as? [[String: Any]])?.first)
    let fields = try names(in: "Lines of `--frames`").filter { $0.hasPrefix("frame.") }
    #expect(Set(worst.keys.map { "frame.\($0)" }) == fields)
  }

  @Test func `the page has each field of a log of frames`() throws {
    var written: Set<String> = []
    for line in try text(FrameLines()).split(separator: "\n") {
      var fields = try object(line)
      let type = try #require(fields.removeValue(forKey: "type") as? String)
      written.formUnion(fields.keys.map { "\(type).\($0)" })
    }
    try expect(written, in: "Lines of `--frames`")
  }

  @Test func `the page has each field of a log of loads`() throws {
    try expect(paths(of: object(LoadLine(load()).json([]))), in: "Lines of `--loads`")
  }

  @Test func `the page has each field of the doctor's report`() throws {
    let folder = try TemporaryFolder()
    let report = DoctorPageTests.report(
      [.version("tmux 3.3a"), .attributes([1])],
      environment: ["TERM": "tmux-256color", "TMUX": "x"],
      caches: DiskCaches(folder: folder.path, limitBytes: 1 << 20))
    try expect(paths(of: object(report.json())), in: "The report of `filmstrip doctor`")
  }

  @Test func `the page has each event of a trace`() throws {
    let text = try text(TraceEvents())
    let events = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    var written: Set<String> = []
    for event in events {
      let (kind, name) = (
        try #require(event["ph"] as? String), try #require(event["name"] as? String)
      )
      let words = name.hasPrefix("key ") ? "key …" : "…"
      let title = "\(kind) \(kind == "i" ? words : name)"
      let arguments = event["args"] as? [String: Any] ?? [:]
      written.formUnion(arguments.isEmpty ? [title] : arguments.keys.map { "\(title).\($0)" })
    }
    try expect(written, in: "Events of `--trace`")
  }
}
