import Prefetching

extension Outcome {
  /// What a clairvoyant knows of a trace over a link: when every picture is on screen, and what it takes.
  ///
  /// Showings do not depend on what is loaded, so those of any policy's run will do.
  package func demands(over link: Link, seed: UInt64) -> [Demand] {
    let sizes = PictureSizes(seed: seed)
    let items = Dictionary(grouping: showings, by: \.item).sorted { $0.key < $1.key }
    return items.map { item, showings in
      Demand(
        item: item, visits: showings.sorted { $0.from < $1.from }.flatMap { visits(of: $0) },
        latency: link.latency(of: item, seed: seed), bytes: sizes.bytes(of: item),
        decode: Simulation.decodeTime)
    }
  }

  /// A showing, cut at the frames that input had shown.
  ///
  /// After such a frame the next one that a picture may have shown is a period later, so that a picture which
  /// is not there at once is missing for that long, whenever within it it comes: all of that time is at stake
  /// in the first microsecond, and none in the rest of the period.
  private func visits(of showing: Showing) -> [Visit] {
    let instant = Duration.microseconds(1)
    var visits: [Visit] = []
    var place = inputFrames.partitioningIndex { $0 > showing.from }
    var start = showing.from
    while start < showing.to {
      let end = place < inputFrames.count ? min(inputFrames[place], showing.to) : showing.to
      let missed = min(Simulation.framePeriod, end - start)
      visits.append(
        Visit(from: start, to: start + instant, share: showing.share * (missed / instant)))
      if start + missed < end {
        visits.append(Visit(from: start + missed, to: end, share: showing.share))
      }
      start = end
      place += 1
    }
    return visits
  }
}
