import Glibc
import LinkSupport
import Raster
import VTermSupport

/// Opens a source of many items on a terminal of 160x50 that takes everything at once.
///
/// It prints in ms since the start: when the first items were shown, and when all were counted. Then
/// how long End took, pressed with the first items and once more at the end. Then the most KiB of
/// anonymous memory, and how long leaving took.
///
/// Arguments: the count of items, `stay` or `leave` to leave with the first items, the program and its
/// arguments.
@main struct SourceBench {
  private static let patience = Duration.seconds(120)

  private let program: LinkedProgram
  private var mostMemory = 0

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2, let count = Int(arguments[0]) else {
      print("source-bench COUNT stay|leave PROGRAM [ARGUMENT …]")
      exit(64)
    }
    var bench = SourceBench(
      program: try LinkedProgram(
        Array(arguments.dropFirst(2)),
        environment: [
          "PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm-256color", "LANG": "C.UTF-8",
          "COLORTERM": "truecolor",
        ], size: CellSize(columns: 160, rows: 50), link: .local))
    let first = bench.wait("the first items") { $0.place != nil }
    guard arguments[1] == "stay" else { return print(milliseconds(first), bench.leave()) }
    // A single item is selected already.
    let end = count > 1 ? bench.press("G") { $0.place ?? 0 > 1 } : .zero
    let counted = bench.wait("all items") { $0.count == count && !$0.isReading }
    _ = bench.press("g") { $0.place == 1 }
    let lastEnd = bench.press("G") { $0.place == count }
    print(
      milliseconds(first), milliseconds(counted), milliseconds(end), milliseconds(lastEnd),
      bench.mostMemory, bench.leave())
  }

  private init(program: LinkedProgram) { self.program = program }

  /// The figures of the status line.
  private struct Status {
    var place: Int?
    var count: Int?
    let isReading: Bool

    init(_ line: String) {
      isReading = line.contains("reading") || line.contains("waiting")
      let numbers = line.split(separator: " ").first?.split(separator: "/").map { Int($0) } ?? []
      if numbers.count == 2 { (place, count) = (numbers[0], numbers[1]) }
    }
  }

  private mutating func press(_ key: String, until isDone: (Status) -> Bool) -> Duration {
    let start = program.now
    program.type(key)
    return wait("the answer to \(key)", until: isDone) - start
  }

  /// Runs the program until its status line says something.
  private mutating func wait(_ what: String, until isDone: (Status) -> Bool) -> Duration {
    var hasNews = true
    while program.now < Self.patience {
      if hasNews, let line = program.screen.surface.textLines.last, isDone(Status(line)) {
        return program.now
      }
      hasNews = program.step()
      noteMemory()
    }
    print("never shown: \(what)")
    exit(1)
  }

  private func leave() -> Double {
    let start = program.now
    program.type("q")
    while !program.noteEnd(), program.now < Self.patience { _ = program.step() }
    return Self.milliseconds(program.now - start)
  }

  /// The most that was seen, a thousand times a second.
  private mutating func noteMemory() {
    guard let file = fopen("/proc/\(program.processID)/status", "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      guard text.starts(with: "RssAnon:".utf8) else { continue }
      let digits = text.filter { (48...57).contains($0) }
      mostMemory = max(mostMemory, Int(String(decoding: digits, as: UTF8.self)) ?? 0)
    }
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(100)).rounded() / 10
  }
}
