/// The time for which a response may be used without asking the server again (RFC 9111, 4.2).
///
/// Times are whole seconds since 1970, the resolution of HTTP. A response is fresh for at most 2^31 seconds, and
/// invalid values make it stale.
public struct Freshness: Hashable, Sendable {
  /// The time of the response, or of the latest one that confirmed it.
  public let storedAt: Int

  /// The first second at which it is stale.
  public let freshUntil: Int

  /// Whether it may be shown when stale and the server is unreachable (RFC 9111, 4.2.4).
  public let mayBeShownWhenDisconnected: Bool

  package init(storedAt: Int, freshUntil: Int, mayBeShownWhenDisconnected: Bool) {
    self.storedAt = storedAt
    self.freshUntil = freshUntil
    self.mayBeShownWhenDisconnected = mayBeShownWhenDisconnected
  }

  /// Whether it may be used without validation; false if the clock was set back before the time of
  /// storing.
  public func isFresh(at now: Int) -> Bool {
    storedAt <= now && now < freshUntil
  }
}

extension Freshness {
  /// The lifetime of a response that states none: an hour.
  ///
  /// A gallery that is reopened soon is complete immediately, and validates the next day.
  static let unstatedLifetime = 3_600

  /// The longest heuristic lifetime, computed from the age of a version: a day, as RFC 9111, 4.2.2,
  /// suggests.
  static let longestHeuristicLifetime = 86_400

  /// Reads the header fields of a complete response; nil if it must not be stored.
  ///
  /// The order of precedence is `max-age`, `Expires`, a tenth of the version's age, an hour. `s-maxage` and `private`
  /// only concern shared caches.
  ///
  /// A response that varies by fields other than constant ones (`Accept`, `Accept-Encoding`, `Origin`) is stored, but
  /// never fresh: the server selects again, and answers 304 if the result is the same.
  ///
  /// - Parameters:
  ///   - fields: the header fields of the response.
  ///   - now: the time of the response, in seconds since 1970.
  ///   - lastModified: the version's date if a 304 does not repeat it.
  public init?(_ fields: HeaderFields, receivedAt now: Int, lastModified: String? = nil) {
    let control = CacheControl(fields["Cache-Control"] ?? "")
    guard !control.forbidsStoring else { return nil }
    let varies = fields["Vary"].map(Self.variesBeyondOurRequests) ?? false
    let isUsable = !control.forbidsUnvalidatedUse && !varies

    storedAt = now
    mayBeShownWhenDisconnected = isUsable && !control.forbidsStaleUse
    guard isUsable else {
      freshUntil = now
      return
    }
    let date = fields["Date"].flatMap { HTTPDate($0, now: now)?.secondsSince1970 } ?? now
    let version = fields["Last-Modified"] ?? lastModified
    let lifetime = Self.lifetime(control, fields["Expires"], version, sentAt: date, now: now)
    freshUntil = now + max(0, lifetime - Self.age(fields["Age"], sentAt: date, now: now))
  }

  private static func lifetime(
    _ control: CacheControl, _ expires: String?, _ lastModified: String?, sentAt date: Int, now: Int
  ) -> Int {
    if let maxAge = control.maxAge { return maxAge }
    if let expires {
      // Invalid dates, especially `0`, mean that it has expired (RFC 9111, 5.3).
      guard let end = HTTPDate(expires, now: now) else { return 0 }
      return min(end.secondsSince1970 - date, 1 << 31)
    }
    if let lastModified, let version = HTTPDate(lastModified, now: now) {
      return min((date - version.secondsSince1970) / 10, longestHeuristicLifetime)
    }
    return unstatedLifetime
  }

  /// The age of the response when it was received (RFC 9111, 4.2.3).
  private static func age(_ field: String?, sentAt date: Int, now: Int) -> Int {
    let stated = field.flatMap { FieldList($0).members.first }
      .flatMap { DeltaSeconds($0)?.seconds }
    return max(0, now - date, stated ?? 0)
  }

  private static func variesBeyondOurRequests(_ field: String) -> Bool {
    let alike: Set = ["accept", "accept-encoding", "origin"]
    return FieldList(field).members.contains { !alike.contains($0.lowercased()) }
  }
}
