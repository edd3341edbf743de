import Glibc
import LinkSupport
import Raster

/// Measures the program behind links of several rates.
///
/// First a held key: when the screen rests after its release, and what it took. Then pages of
/// pictures in memory before terminals that are near. Then the last page while the pictures of
/// another one are still coming.
///
/// Arguments: the program, then the label of the table, then what is shown: options and sources.
/// `LINKS`, `CASES`, `TERMINALS` and `DISTANT` in the environment, lists with semicolons between,
/// choose some of them by name.
@main enum LinkBench {
  static let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60)]
  static let keys = [
    HeldKey(name: "list down", sequence: "\u{1B}[B", layout: "list"),
    HeldKey(name: "grid down", sequence: "\u{1B}[B", layout: "grid"),
    HeldKey(name: "grid page", sequence: "\u{1B}[6~", layout: "grid"),
  ]

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let program = arguments.first, let label = arguments.dropFirst().first else {
      say("link-bench PROGRAM LABEL [OPTION|SOURCE …]")
      exit(64)
    }
    let rest = Array(arguments.dropFirst(2))
    try holdKeys(program, rest, label)
    try turnPages(program, rest, label)
    try pressEnd(program, rest, label)
  }

  private static func pressEnd(_ program: String, _ rest: [String], _ label: String) throws {
    say("== \(label): End 300 ms after a page, with kitty's pictures")
    say(EndMeasurement.heading)
    let size = CellSize(columns: 120, rows: 40)
    for link in Link.distant where isChosen(link.name, by: "DISTANT") {
      let session = try HeldKeySession(
        program: program, arguments: rest + ["--layout", "grid", "--graphics", "kitty"],
        size: size, link: link)
      say(session.pressEnd(after: .milliseconds(300)).line(link: link, size: size))
    }
  }

  private static func turnPages(_ program: String, _ rest: [String], _ label: String) throws {
    say("== \(label): pages of pictures in memory, in a grid; medians and the most of 16")
    say(PageMeasurement.heading)
    let size = CellSize(columns: 160, rows: 50)
    for link in Link.terminals where isChosen(link.name, by: "TERMINALS") {
      let session = try HeldKeySession(
        program: program, arguments: rest + ["--layout", "grid"], size: size, link: link)
      say(session.turnPages().line(link: link, size: size))
    }
  }

  private static func holdKeys(_ program: String, _ rest: [String], _ label: String) throws {
    say("== \(label): a key held at 30 a second for 2 s; ms from the last one")
    say(Measurement.heading)
    for size in sizes {
      for key in keys where isChosen("\(size) \(key.name)", by: "CASES") {
        for link in Link.all where isChosen(link.name, by: "LINKS") {
          let session = try HeldKeySession(
            program: program, arguments: rest + ["--layout", key.layout], size: size, link: link)
          let measurement = session.run(holding: key.sequence)
          say(measurement.line(link: link, key: key.name, size: size))
        }
      }
    }
  }

  private static func isChosen(_ name: String, by variable: String) -> Bool {
    guard let choice = getenv(variable).map({ String(cString: $0) }) else { return true }
    return choice.split(separator: ";").contains { $0 == name }
  }

  /// A line at once, whatever standard output is.
  private static func say(_ line: String) {
    var text = Array((line + "\n").utf8)
    _ = write(1, &text, text.count)
  }
}
