import GalleryCore

/// One picture that a trace will show: when it is on screen, and what it takes to have it there.
///
/// All of it is known to the clairvoyant and none of it depends on what anyone loads.
package struct Demand: Hashable, Sendable {
  package let item: Int
  /// Ascending and disjoint.
  package let visits: [Visit]
  /// From the start of a transfer to its first byte.
  package let latency: Duration
  package let bytes: Int
  /// From the last byte to a picture that can be shown; takes neither a slot nor the pipe.
  package let decode: Duration

  package init(
    item: Int, visits: [Visit], latency: Duration, bytes: Int, decode: Duration = .zero
  ) {
    self.item = item
    self.visits = visits
    self.latency = latency
    self.bytes = bytes
    self.decode = decode
  }

  /// Tile-milliseconds that are blank if the picture is ready at this time; all of them without one.
  ///
  /// Never falls, and is linear between the ends of visits.
  package func blank(ready: Duration?) -> Double {
    visits.reduce(0) { sum, visit in
      let end = min(visit.to, ready ?? visit.to)
      return end > visit.from ? sum + visit.share * (end - visit.from).milliseconds : sum
    }
  }
}

/// A time during which a tile is on screen.
package struct Visit: Hashable, Sendable {
  package let from: Duration
  package let to: Duration
  /// How much of the tile is seen: what a millisecond without its picture costs.
  package let share: Double

  package init(from: Duration, to: Duration, share: Double = 1) {
    self.from = from
    self.to = to
    self.share = share
  }
}
