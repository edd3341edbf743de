import Foundation

/// What transfers cost that nobody decodes, shares or limits: the floor for the memory of loads in
/// `make bench`.
///
/// `transfer-bench PREFIX COUNT` makes a thousand uncounted transfers, then COUNT, of the addresses
/// PREFIX0, PREFIX1 and so on.
@main struct TransferBench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
      end(with: 64, "transfer-bench takes a PREFIX and a COUNT above 0")
    }
    do {
      let loop = TransferLoop(prefix: arguments[1])
      try loop.run(1_000)
      let before = try residentKiB()
      try loop.run(count)
      let after = try residentKiB()
      print("grew by \(after - before) KiB over \(count) loads: from \(before) to \(after) KiB")
    } catch {
      end(with: 1, "transfer-bench: \(error)")
    }
  }

  private static func end(with status: Int32, _ sentence: String) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(status)
  }

  /// How much of the process is in memory.
  private static func residentKiB() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3,
      let size = Int(words[1])
    else { throw CocoaError(.fileReadCorruptFile) }
    return size
  }
}
