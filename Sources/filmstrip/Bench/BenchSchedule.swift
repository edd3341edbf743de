import ArgumentParser

/// Loads that are given up before a byte of them comes: in the queue alone, and in the pipeline.
struct BenchSchedule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Start and cancel loads that no server answers: what all of them cost together.")

  @OptionGroup var repetition: RunOptions

  @Option(help: "Loads that are started and cancelled in a run.")
  var entries = 100_000

  @Option(help: "Hosts over which they are spread.")
  var hosts = 1

  func validate() throws {
    guard (1...10_000_000).contains(entries), (1...1_000).contains(hosts) else {
      throw ValidationError("--entries takes 1 to 10000000, --hosts 1 to 1000")
    }
  }

  func run() throws {
    let queue = QueueChurn(hosts: hosts, entries: entries)
    try measure("queue, each at once") { queue.cancelEach() }
    try measure("queue, when all wait") { queue.cancelAfterAll() }
    let pipeline = PipelineChurn(hosts: hosts, entries: entries)
    try measure("pipeline, each at once") { pipeline.cancelEach() }
    try measure("pipeline, when all wait") { pipeline.cancelAfterAll() }
  }

  private func measure(_ way: String, _ work: () -> Void) throws {
    let cost = Cost(medianOf: repetition.runs, work)
    try StandardOutput.write("\(entries) started and cancelled by the \(way): \(cost)\n")
  }
}
