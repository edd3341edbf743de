/// A condition on a figure of a report, such as `frames.present_ms.p99 > 2`.
package struct FailureCondition: Equatable, Sendable {
  /// The reason why a text is no condition.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case greater = ">"
    case less = "<"
  }

  package let name: String
  private let comparison: Comparison
  private let limit: Double

  package init(_ text: String) throws(Fault) {
    let match = Comparison.allCases.lazy.compactMap { comparison in
      text.firstRange(of: comparison.rawValue).map { (comparison, $0) }
    }.first
    guard let (comparison, range) = match else {
      throw Fault(description: "no comparison: write 'keys.shown_ms.p99 > 20', with > >= < or <=")
    }
    guard let limit = Double(Self.trimmed(text[range.upperBound...])), limit.isFinite else {
      throw Fault(description: "a number must follow \(comparison.rawValue)")
    }
    (self.comparison, self.limit) = (comparison, limit)
    name = Self.trimmed(text[..<range.lowerBound])
  }

  /// Refuses a name that no figure of a report has.
  package func checkName(among names: [String]) throws(Fault) {
    guard names.contains(name) else {
      throw Fault(
        description: "no figure is called '\(name)'; there are: " + names.joined(separator: " "))
    }
  }

  /// A sentence about a figure that meets the condition, or that was not measured; nil if it does not meet it.
  package func failure(at value: Double?) -> String? {
    guard let value else { return "\(name) was not measured" }
    let isMet =
      switch comparison {
      case .atLeast: value >= limit
      case .atMost: value <= limit
      case .greater: value > limit
      case .less: value < limit
      }
    return isMet ? "\(name) is \(value), which is \(comparison.rawValue) \(limit)" : nil
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
