/// The part of a response's `Cache-Control` that concerns a private cache (RFC 9111, 5.2.2).
struct CacheControl {
  private(set) var forbidsStoring = false
  /// Whether every use must be validated by the server.
  private(set) var forbidsUnvalidatedUse = false
  /// Whether every use after expiration must be validated by the server.
  private(set) var forbidsStaleUse = false

  /// The lifetime in seconds; the first of several, and 0 for an invalid one, as section 4.2.1
  /// advises.
  private(set) var maxAge: Int?

  init(_ field: String) {
    for directive in FieldList(field).members {
      let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch parts.first?.withoutBlanksAround.lowercased() {
      case "no-store": forbidsStoring = true
      // With field names it concerns only those fields; section 5.2.2.4 allows being stricter.
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

/// A field with a list of members, separated by commas (RFC 9110, 5.6.1).
struct FieldList {
  /// The members in order, trimmed, without empty ones.
  let members: [Substring]

  /// Splits a field value; commas within double quotes do not separate.
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
  /// The text without spaces and tabs at both ends.
  var withoutBlanksAround: Substring {
    var rest = self
    while let first = rest.first, " \t".contains(first) { rest.removeFirst() }
    while let last = rest.last, " \t".contains(last) { rest.removeLast() }
    return rest
  }
}

/// A number of seconds in HTTP: digits only (RFC 9111, 1.2.2).
struct DeltaSeconds {
  /// The seconds, at most 2^31, which represents all larger numbers, as the RFC specifies.
  let seconds: Int

  init?(_ text: Substring) {
    let digits = text.withoutBlanksAround
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    // A number too large for an Int.
    seconds = min(Int(digits) ?? .max, 1 << 31)
  }
}
