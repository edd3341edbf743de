extension String {
  /// At most so many characters, control characters shown as `·`: for text that came from outside.
  func excerpt(_ limit: Int = 120) -> String {
    let start = unicodeScalars.prefix(limit).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: Character("·")
      default: Character(scalar)
      }
    }
    return String(start) + (unicodeScalars.count > limit ? "…" : "")
  }
}
