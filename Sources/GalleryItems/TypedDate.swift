/// A year, a month or a day, as a person types it: `2026-03`.
package struct TypedDate: Hashable, Sendable {
  package let year: Int
  /// The month from 1; nil for a whole year.
  package let month: Int?
  /// The day from 1; nil for a whole month.
  package let day: Int?

  /// Reads a date with at least a year and a month; a number alone is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard (2...3).contains(parts.count), numbers.count == parts.count, parts[0].utf8.count == 4,
      (1...12).contains(numbers[1]), numbers.count == 2 || (1...31).contains(numbers[2])
    else { return nil }
    year = numbers[0]
    month = numbers[1]
    day = numbers.count == 3 ? numbers[2] : nil
  }
}
