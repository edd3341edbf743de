import ArgumentParser

/// What loads cost, a case each.
struct BenchLoads: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loads",
    abstract: "Measure what loads cost: pictures a second, hits of both caches, cancels, memory.",
    discussion: """
      Each case drives the image pipeline alone, without a gallery, and prints the median of its \
      runs: time on the wall, and processor time of the whole process.
      """,
    subcommands: [
      BenchThumbnails.self, BenchHits.self, BenchDisk.self, BenchSchedule.self,
      BenchMemory.self,
    ])
}

/// Why a measurement says nothing; its description is for people.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
}
