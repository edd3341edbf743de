import Foundation

/// How much of the process is in memory, in bytes; nil where the system does not tell.
package enum ResidentSize {
  /// Now.
  package static var current: Int? { bytes(of: "VmRSS:") }

  /// The most that there was since the program was started.
  ///
  /// `getrusage` tells the most that the process ever had, which outlives `exec`: the size of the
  /// program that started this one, if that was larger.
  static var peak: Int? { bytes(of: "VmHWM:") }

  private static func bytes(of field: String) -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(field) }
    guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3,
      let kibibytes = Int(words[1])
    else { return nil }
    return kibibytes * 1_024
  }
}
