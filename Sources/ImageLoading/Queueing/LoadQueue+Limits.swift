extension LoadQueue {
  /// How many loads may hold a slot at a time.
  package struct Limits: Hashable, Sendable {
    package var total: Int
    package var perHost: Int
    /// Speculative loads among them; nil is as many as leave a slot free. 0 keeps all waiting.
    package var speculation: Int?

    /// Less than 1 counts as 1, of speculation less than 0 as 0.
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

    /// A single slot is lent to speculation: nothing could ever be prefetched otherwise.
    private static func slots(_ total: Int) -> Slots {
      Slots(total: max(1, total), speculative: max(1, total - 1))
    }
  }
}
