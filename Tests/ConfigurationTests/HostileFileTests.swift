import Testing

@testable import Configuration

/// Files that no person writes.
@Suite struct HostileFileTests {
  /// Bytes that make deep or long structures of a whole file.
  @Test(arguments: [
    "a.", "[", "a=[", "a={b=", "[[a]]\n", "[a.b]\n", "\"", "'''", "a", "#", "\\", "=", "\u{0}",
    "[a.", "x=1e", "[keys]\n", "a.b.c=1\n", "\u{FEFF}", "0_", "é",
  ])
  func `structures of the longest file end in problems`(part: String) {
    let count = Configuration.mostBytes / part.utf8.count
    let bytes = [UInt8](String(repeating: part, count: count).utf8)
    for start in ["", "[keys]\nx="] {
      let text = Array((Array(start.utf8) + bytes).prefix(Configuration.mostBytes))
      for end in ["", "=1"] {
        let whole = text.dropLast(end.utf8.count) + Array(end.utf8)
        _ = Configuration(Array(whole), .sample)
      }
    }
  }

  @Test(arguments: 0..<UInt64(400)) func `changed bytes end in settings or problems`(seed: UInt64) {
    var random = Seeded(state: seed)
    var bytes = Array(Self.sample.utf8)
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: .min ... .max, using: &random)
      case 1: bytes.insert(.random(in: .min ... .max, using: &random), at: place)
      case 2: bytes.remove(at: place)
      default:
        bytes.append(contentsOf: bytes[place...].prefix(.random(in: 1...40, using: &random)))
      }
    }
    let configuration = Configuration(bytes, .sample)
    let lines = bytes.count { $0 == 10 } + 1
    for problem in configuration.problems {
      #expect(problem.line.map { (1...lines).contains($0) } ?? false, "\(problem)")
      #expect(!problem.sentence.isEmpty)
    }
  }

  private static let sample = """
    [browse]
    sort = "date" # newest last
    fps = 0x1E
    column = ["url=a", 'title=b']
    [keys]
    x = { run = "vim {}", terminal = true }
    "\\u0041" = '''quit'''
    Ctrl-X = ":overlay full"
    [folders]
    p = "~/a"
    [colors]
    accent = "#F2B84B"
    """
}
