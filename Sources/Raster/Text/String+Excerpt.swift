extension String {
  /// At most so many characters, control characters shown as `·`, names and passwords in URLs left out: for
  /// text that came from outside.
  package func excerpt(_ limit: Int = 120) -> String {
    let text = Credentials.removed(from: self).unicodeScalars
    let start = text.prefix(limit).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: Character("·")
      default: Character(scalar)
      }
    }
    return String(start) + (text.count > limit ? "…" : "")
  }
}
