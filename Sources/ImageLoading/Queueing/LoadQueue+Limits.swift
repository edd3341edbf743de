extension LoadQueue {
  /// How many loads may hold a slot at a time.
  package struct Limits: Hashable, Sendable {
    /// Less than 1 counts as 1.
    package var total: Int

    /// Less than 1 counts as 1.
    package var perHost: Int

    /// Speculative loads among them: 0 keeps all of them waiting.
    ///
    /// Nil, and whatever is more, is as many as leave one slot free.
    package var speculation: Int?

    /// Loads from one host whose connections carry many at a time.
    ///
    /// Speculation has as many of them as fill the pipe, unless it is limited by `speculation`.
    /// 100 by default, the least that a server should grant (RFC 9113, 6.5.2).
    package var streamsPerHost = 100

    /// Bytes of bodies in hand, from which on nothing starts; less than 1 counts as 1.
    package var bytesInHand = BodyMemory.defaultLimitBytes

    package init(total: Int, perHost: Int, speculation: Int? = nil) {
      self.total = total
      self.perHost = perHost
      self.speculation = speculation
    }

    /// The slots that there are.
    var slots: Slots {
      let most = Self.slots(total)
      return Slots(
        total: most.total, speculative: min(most.speculative, max(0, speculation ?? .max)))
    }

    /// The slots that one host has.
    var hostSlots: Slots { Self.slots(perHost) }

    /// The streams that one host has where its connections carry many.
    var streams: Slots {
      Slots(total: streamsPerHost, speculative: speculation == nil ? streamsPerHost : 0)
    }

    /// A single slot is lent to speculation: nothing could ever be prefetched otherwise.
    private static func slots(_ total: Int) -> Slots {
      Slots(total: max(1, total), speculative: max(1, max(1, total) - 1))
    }
  }
}

/// How many slots there are, or how many are taken; and how many of them by speculation.
struct Slots: Sendable {
  var total = 0
  var speculative = 0

  /// Whether, with these taken, one of `limit` is left.
  func hasRoom(in limit: Slots, forSpeculation isSpeculative: Bool) -> Bool {
    total < limit.total && (!isSpeculative || speculative < limit.speculative)
  }
}
