extension String {
  /// The text cut to `limit` characters, with control characters shown as `·` and URL credentials removed: for
  /// untrusted text.
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
