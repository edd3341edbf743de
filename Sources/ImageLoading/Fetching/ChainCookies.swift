/// The cookies that an origin sets during a chain of redirects, and gets back only within that chain.
///
/// Servers that check for cookies redirect to the same address until they get one. Attributes such
/// as paths and dates don't matter for so short a time.
struct ChainCookies: Hashable {
  /// The maximum size of all cookies together; browsers allow as much for each one.
  private static let maxBytes = 4_096
  /// The maximum number of parts to parse: 50 cookies, as browsers allow, each with a date.
  private static let mostParts = 100

  private var pairs: [String: String] = [:]

  /// Adds the cookies of a `Set-Cookie` field, which may contain several, joined by commas.
  mutating func add(_ field: String) {
    // A date has a comma too, but no equals sign after it.
    for part in field.split(separator: ",").prefix(Self.mostParts) {
      guard let pair = part.split(separator: ";").first,
        let equals = pair.firstIndex(of: "=")
      else { continue }
      let name = pair[..<equals].trimmingBlanks
      let value = pair[pair.index(after: equals)...].trimmingBlanks
      let isLegal = (name + value).utf8.allSatisfy { 0x21...0x7E ~= $0 }
      let bytes = pairs.reduce(name.utf8.count + value.utf8.count) {
        $0 + $1.key.utf8.count + $1.value.utf8.count
      }
      if isLegal, !name.isEmpty, bytes <= Self.maxBytes { pairs[String(name)] = String(value) }
    }
  }

  /// Returns the value of the `Cookie` field, after the caller's own; nil without cookies.
  func field(behind own: String?) -> String? {
    let all = (own.map { [$0] } ?? []) + pairs.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// Removes all cookies: another origin must not get them.
  mutating func removeAll() { pairs = [:] }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
