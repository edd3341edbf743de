/// The part of a response's `Cache-Control` that concerns a private cache (RFC 9111, 5.2.2).
struct CacheControl {
  private(set) var forbidsStoring = false
  /// Every use needs the server's word first.
  private(set) var forbidsUnvalidatedUse = false
  /// A use after the response has expired needs the server's word first.
  private(set) var forbidsStaleUse = false

  /// Seconds; the first of several, and 0 for one that cannot be read, as section 4.2.1 advises.
  private(set) var maxAge: Int?

  init(_ field: String) {
    for directive in FieldList(field).members {
      let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch parts.first?.withoutBlanksAround.lowercased() {
      case "no-store": forbidsStoring = true
      // With field names it concerns those fields only; section 5.2.2.4 lets us be stricter.
      case "no-cache": forbidsUnvalidatedUse = true
      case "must-revalidate": forbidsStaleUse = true
      case "max-age" where maxAge == nil:
        let argument = parts.count > 1 ? parts[1].filter { $0 != "\"" } : ""
        maxAge = DeltaSeconds(argument[...])?.seconds ?? 0
      default: break
      }
    }
  }
}

/// A field that lists things, separated by commas (RFC 9110, 5.6.1).
struct FieldList {
  /// In order, without the blanks around them; empty ones count for nothing.
  let members: [Substring]

  /// Splits a field value; a comma within double quotes does not separate.
  init(_ field: String) {
    var isQuoted = false
    var isEscaped = false
    members = field.split { character in
      defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    .map(\.withoutBlanksAround).filter { !$0.isEmpty }
  }
}

extension Substring {
  /// Without the spaces and tabs at either end.
  var withoutBlanksAround: Substring {
    var rest = self
    while let first = rest.first, " \t".contains(first) { rest.removeFirst() }
    while let last = rest.last, " \t".contains(last) { rest.removeLast() }
    return rest
  }
}

/// A number of seconds as HTTP writes it: digits only (RFC 9111, 1.2.2).
struct DeltaSeconds {
  /// From 0 to 2^31, which also stands for everything above it, as the RFC has it.
  let seconds: Int

  init?(_ text: Substring) {
    let digits = text.withoutBlanksAround
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    // Without a value it is too long for an Int.
    seconds = min(Int(digits) ?? .max, 1 << 31)
  }
}
