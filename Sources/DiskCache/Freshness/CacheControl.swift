/// What of a response's `Cache-Control` concerns a private cache (RFC 9111, 5.2.2).
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
