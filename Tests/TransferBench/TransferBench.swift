import ArgumentParser
import Foundation

/// The cost of transfers without decoding or sharing: ours, and URLSession without changes as the floor.
@main struct TransferBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer-bench", subcommands: [Load.self, Wait.self])
}

struct TransferFailure: Error, CustomStringConvertible {
  let description: String
}

/// Makes transfers, six at a time.
struct Load: ParsableCommand {
  @Argument(help: "native, protocol or loader.") var fetcher: Fetcher
  @Argument(help: "Numbers from 0 on complete it to addresses.") var prefix: String
  @Argument(help: "How many transfers are made.") var count: Int
  @Option(help: "Transfers that are made first, uncounted.") var warmUp = 0
  @Option(help: "How often that many are made, each time once the others have ended.") var times = 1

  func run() throws {
    let loop = TransferLoop(prefix: prefix, width: 6, fetch: fetcher.makeFetch(width: 6))
    try loop.run(warmUp)
    let before = try ResidentSize.kiB()
    for _ in 0..<times { try loop.run(count) }
    let after = try ResidentSize.kiB()
    let (growth, loads) = (after - before, count * times)
    print(
      "grew by \(growth) KiB over \(loads) loads, \(growth * 1_024 / max(1, loads)) bytes each:"
        + " from \(before) to \(after) KiB")
  }
}

/// Waits for answers that do not come.
struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Wait for answers for 10 s: clock ticks, hundredths of a second of processor time.")

  @Argument(help: "native, protocol or loader.") var fetcher: Fetcher
  @Argument(help: "Numbers from 0 on complete it to addresses that answer late or never.")
  var prefix: String
  @Argument(help: "How many wait.") var count: Int

  func run() throws {
    let loop = TransferLoop(prefix: prefix, width: count, fetch: fetcher.makeFetch(width: count))
    try loop.start(count)
    // All transfers that end at all have ended by then.
    Thread.sleep(forTimeInterval: 2)
    let before = clock()
    Thread.sleep(forTimeInterval: 10)
    let ticks = Double(clock() - before) * 100 / Double(CLOCKS_PER_SEC)
    guard loop.isWaiting else { throw TransferFailure(description: "not all of them wait") }
    print((ticks * 10).rounded() / 10)
  }
}
