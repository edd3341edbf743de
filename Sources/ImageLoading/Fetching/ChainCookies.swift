/// The cookies that one origin sets in a chain of redirects, and gets back within that chain alone.
///
/// Servers that check for cookies redirect to the same address until they get one. Attributes such as paths and
/// dates do not matter for so short a time.
struct ChainCookies: Hashable {
  /// The most bytes of all cookies together, as browsers have it for one.
  private static let maxBytes = 4_096
  /// The most parts of a field that are looked at: of 50 cookies, as browsers have them, each with a date.
  private static let mostParts = 100

  private var pairs: [String: String] = [:]

  /// Adds the cookies of the value of a field `Set-Cookie`, in which several may be joined by commas.
  mutating func add(_ field: String) {
    // The date of an attribute has a comma too, but no equals sign behind it.
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

  /// The value of the field `Cookie`, behind the caller's own; nil without cookies.
  func field(behind own: String?) -> String? {
    let all = (own.map { [$0] } ?? []) + pairs.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// Forgets all: another origin must not get them.
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
