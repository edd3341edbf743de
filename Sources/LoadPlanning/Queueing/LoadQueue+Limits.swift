import ImageRequests

extension LoadQueue {
  /// The limits on loads that run at a time.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of loads; less than 1 counts as 1.
    package var total: Int

    /// The maximum number of loads per host; less than 1 counts as 1.
    package var perHost: Int

    /// The maximum number of speculative loads; with 0, all of them wait.
    ///
    /// At least one slot always stays free of speculation; nil sets no other limit.
    package var speculation: Int?

    /// The maximum number of loads from a host whose connections carry many at a time.
    ///
    /// It is 100 by default, the least that a server should allow (RFC 9113, 6.5.2). Speculation
    /// uses up to 15 of them, or only ordinary slots if `speculation` is set.
    package var streamsPerHost = 100

    /// The size of bodies in memory from which no load starts; less than 1 counts as 1.
    package var bytesInHand = BodyMemory.defaultLimitBytes

    package init(total: Int, perHost: Int, speculation: Int? = nil) {
      self.total = total
      self.perHost = perHost
      self.speculation = speculation
    }

    /// The total slots.
    var slots: Slots {
      let most = Self.slots(total)
      return Slots(
        total: most.total, speculative: min(most.speculative, max(0, speculation ?? .max)))
    }

    /// The slots of one host.
    var hostSlots: Slots { Self.slots(perHost) }

    /// The streams of a host whose connections carry many requests.
    var streams: Slots {
      Slots(total: streamsPerHost, speculative: speculation == nil ? streamsPerHost : 0)
    }

    /// Returns the slots for a limit; a single slot may be used by speculation, or nothing would be prefetched.
    private static func slots(_ total: Int) -> Slots {
      Slots(total: max(1, total), speculative: max(1, max(1, total) - 1))
    }
  }
}

/// A number of slots, available or taken, and those of them for speculation.
struct Slots: Sendable {
  var total = 0
  var speculative = 0

  /// Whether another slot is free within a limit when these are taken.
  func hasRoom(in limit: Slots, forSpeculation isSpeculative: Bool) -> Bool {
    total < limit.total && (!isSpeculative || speculative < limit.speculative)
  }
}
