import Foundation

/// How much of the process is in memory.
enum ResidentSize {
  static func kiB() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3,
      let size = Int(words[1])
    else { throw CocoaError(.fileReadCorruptFile) }
    return size
  }
}
