/// The name that a person probably meant by a mistyped one.
package enum NearestName {
  /// The most edits of a long name; a short one has a third of its length.
  private static let mostEdits = 3

  /// The name with the fewest edits, if they are few for its length; else the only one that begins with the text.
  ///
  /// Upper and lower case are equal. Of several nearest names, the first is taken.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let letters = Array(text.lowercased())
    var limit = min(mostEdits, max(1, letters.count / 3))
    var best: String?
    var beginnings: [String] = []
    for name in names where name != text {
      let candidate = Array(name.lowercased())
      if let edits = edits(from: letters, to: candidate, atMost: limit) {
        if best == nil || edits < limit { (best, limit) = (name, edits) }
      }
      if letters.count > 1, candidate.starts(with: letters), beginnings.count < 2 {
        beginnings.append(name)
      }
    }
    return best ?? (beginnings.count == 1 ? beginnings[0] : nil)
  }

  /// The Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of neighbors; nil if over the
  /// limit.
  ///
  /// No letter takes part in two swaps (optimal string alignment), which is enough for typing errors.
  static func edits(
    from source: [Character], to target: [Character], atMost limit: Int
  ) -> Int? {
    guard abs(source.count - target.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for row in source.indices {
      var current = [row + 1]
      for column in target.indices {
        let isEqual = source[row] == target[column]
        var edits = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (isEqual ? 0 : 1))
        if row > 0, column > 0, source[row] == target[column - 1],
          source[row - 1] == target[column]
        {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      // No later row has fewer edits than the fewest of two neighboring rows.
      if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[target.count] <= limit ? last[target.count] : nil
  }
}
