import Foundation

/// The resident size of the process in bytes; nil if the system does not report it.
package enum ResidentSize {
  /// The current resident size.
  package static var current: Int? { bytes(of: "VmRSS:") }

  /// The peak resident size since the start of the program.
  ///
  /// `getrusage` gives the peak of the process, which outlives `exec`: the size of the program that
  /// started this one, if that was larger.
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
