extension Outcome {
  /// What a clairvoyant knows of a trace over a link: when every picture is on screen, and what it takes.
  ///
  /// Showings do not depend on what is loaded, so those of any policy's run will do.
  package func demands(over link: Link, seed: UInt64) -> [Demand] {
    let sizes = PictureSizes(seed: seed)
    let items = Dictionary(grouping: showings, by: \.item).sorted { $0.key < $1.key }
    return items.map { item, showings in
      Demand(
        item: item,
        visits: showings.sorted { $0.from < $1.from }
          .map { Visit(from: $0.from, to: $0.to, share: $0.share) },
        latency: link.latency(of: item, seed: seed), bytes: sizes.bytes(of: item),
        decode: Simulation.decodeTime)
    }
  }
}
