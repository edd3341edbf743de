import ArgumentParser
import Benchmarks

/// The command group that measures the cost of loads, with a subcommand for each case.
struct BenchLoads: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loads",
    abstract: "Measure what loads cost: pictures a second, hits of both caches, cancels, memory.",
    discussion: """
      Each case drives the image pipeline alone, without a gallery, and prints the median of its \
      runs: time on the wall, and processor time of the whole process.
      """,
    subcommands: [
      BenchThumbnails.self, BenchHits.self, BenchDisk.self, BenchStored.self, BenchStore.self,
      BenchSchedule.self,
      BenchMemory.self,
    ])
}

/// The command that loads every picture of a source once, with an empty memory cache.
struct BenchThumbnails: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Load every picture of a source: pictures a second, processor time a picture.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  func run() throws {
    try ThumbnailBenchmark(target: pictures.target, runs: repetition.runs)
      .run(loading: pictures.requests())
  }
}

/// The command that measures hits in the memory cache, in every way of requesting them.
struct BenchHits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hits",
    abstract: "Load every picture of a source, then ask for each again: the cost of a hit.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  @Option(help: "How often each picture is asked for in a run.")
  var rounds = 100

  func validate() throws {
    guard (1...100_000).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to 100000")
    }
  }

  func run() throws {
    try HitBenchmark(rounds: rounds, runs: repetition.runs).run(loading: pictures.requests())
  }
}

/// The command that decodes pictures left in the disk cache by an earlier run.
struct BenchDisk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disk",
    abstract: "Fill a disk cache from a server, then load each from it: a hit with its decode.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  func run() throws {
    try DiskBenchmark(runs: repetition.runs).run(loading: pictures.requests())
  }
}

/// The command that shows local pictures from stored thumbnails.
struct BenchStored: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stored",
    abstract: "Store the thumbnails of local pictures: what they take, and a hit with its decode.")

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var repetition: RunOptions

  func run() throws {
    try StoredBenchmark(target: pictures.target, runs: repetition.runs)
      .run(loading: pictures.requests())
  }
}

/// The command that measures a store of many thumbnails.
struct BenchStore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Fill a store of thumbnails: opening it, looking for one, memory.")

  @Option(help: "Entries of the store.")
  var entries = 1_000_000

  func validate() throws {
    guard (1...10_000_000).contains(entries) else {
      throw ValidationError("--entries takes 1 to 10000000")
    }
  }

  func run() throws { try StoreBenchmark(entries: entries).run() }
}

/// The command that measures loads canceled before their first byte.
///
/// It measures them in the queue alone, and in the pipeline.
struct BenchSchedule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Start and cancel loads that no server answers: what all of them cost together.")

  @OptionGroup var repetition: RunOptions

  @Option(help: "Loads that are started and canceled in a run.")
  var entries = 100_000

  @Option(help: "Hosts over which they are spread.")
  var hosts = 1

  func validate() throws {
    guard (1...10_000_000).contains(entries), (1...1_000).contains(hosts) else {
      throw ValidationError("--entries takes 1 to 10000000, --hosts 1 to 1000")
    }
  }

  func run() throws {
    try ScheduleBenchmark(hosts: hosts, entries: entries, runs: repetition.runs).run()
  }
}

/// The command that measures how much loading makes a process grow whose caches are already full.
struct BenchMemory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Load every picture of a source: by how much the process grows.")

  @OptionGroup var pictures: PictureOptions

  @Option(help: "Pictures that are loaded first, uncounted.")
  var warmUp = 1_000

  func validate() throws {
    guard (0...1_000_000).contains(warmUp) else {
      throw ValidationError("--warm-up takes 0 to 1000000")
    }
  }

  func run() throws {
    try MemoryBenchmark(warmUp: warmUp).run(loading: pictures.requests())
  }
}
