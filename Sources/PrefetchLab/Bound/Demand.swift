import GalleryCore

/// A picture that a trace will show: its times on screen and the cost of its load.
///
/// The scheduler knows all of it from its release on, and loading does not change it.
package struct Demand: Hashable, Sendable {
  package let item: Int
  /// The times on screen, ascending and disjoint.
  package let visits: [Visit]
  /// The time from the start of a transfer to its first byte.
  package let latency: Duration
  package let bytes: Int
  /// The time from the last byte to a displayable picture; it uses neither a slot nor the pipe.
  package let decode: Duration
  /// The instant before which no transfer of it may start; zero for a clairvoyant.
  package let release: Duration

  package init(
    item: Int, visits: [Visit], latency: Duration, bytes: Int, decode: Duration = .zero,
    release: Duration = .zero
  ) {
    self.item = item
    self.visits = visits
    self.latency = latency
    self.bytes = bytes
    self.decode = decode
    self.release = release
  }

  /// The blank tile-milliseconds if the picture is ready at a time; nil for never.
  ///
  /// It is non-decreasing, and linear between the ends of visits.
  package func blank(ready: Duration?) -> Double {
    visits.reduce(0) { sum, visit in
      let end = min(visit.to, ready ?? visit.to)
      return end > visit.from ? sum + visit.share * (end - visit.from).milliseconds : sum
    }
  }
}

extension [Demand] {
  /// The demands with only the visits before a time, or only those from then on; visits are not cut.
  func seen(before time: Duration, orLater isLater: Bool = false) -> [Demand] {
    compactMap { demand in
      let visits = demand.visits.filter { ($0.from < time) != isLater }
      if visits.isEmpty { return nil }
      return Demand(
        item: demand.item, visits: visits, latency: demand.latency, bytes: demand.bytes,
        decode: demand.decode, release: demand.release)
    }
  }
}

extension Demand {
  /// The demand with all visits earlier by a time, possibly before zero; its release is at least zero.
  func moved(ahead time: Duration) -> Demand {
    Demand(
      item: item,
      visits: visits.map { Visit(from: $0.from - time, to: $0.to - time, share: $0.share) },
      latency: latency, bytes: bytes, decode: decode, release: max(.zero, release - time))
  }
}

/// An interval in which a tile is on screen.
package struct Visit: Hashable, Sendable {
  package let from: Duration
  package let to: Duration
  /// The visible share of the tile, which is the cost of a millisecond without its picture.
  package let share: Double

  package init(from: Duration, to: Duration, share: Double = 1) {
    self.from = from
    self.to = to
    self.share = share
  }
}
