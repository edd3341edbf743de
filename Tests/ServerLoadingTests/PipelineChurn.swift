import Foundation
import ImageLoading
import PlaceholderServer
import Synchronization
import TestSupport
import Testing

/// A pipeline under a seeded load, with the server that it loads from.
final class PipelineChurn {
  /// So few that those of them that hang never take every slot.
  private static let heldAtOnce = 40
  private static let tasksAtOnce = 200

  let pipeline: ImagePipeline
  let server: PlaceholderServer
  private var mix: ChurnMix
  private var random: SeededRandom
  private var held: [ImageTask] = []
  private var all: [WeakTask] = []
  private let completions = Completions()

  private final class Completions: Sendable {
    let count = Atomic(0)
  }

  private struct WeakTask {
    weak var task: ImageTask?
  }

  init(seed: UInt64) throws {
    var shape = ServerShape()
    shape.latency = .milliseconds(1)
    shape.jitter = .milliseconds(1)
    server = try PlaceholderServer(shape: shape)
    try server.start()
    var configuration = ImagePipeline.Configuration()
    configuration.connectionsPerHost = 12
    // So small that what was loaded is pushed out again.
    configuration.imageCache = ImageCache(costLimitBytes: 512 << 10)
    pipeline = ImagePipeline(configuration)
    mix = ChurnMix(seed: seed)
    random = SeededRandom(seed: seed &+ 1)
  }

  /// How many completions have been called.
  var completed: Int { completions.count.load(ordering: .relaxed) }

  /// How many of all tasks are still alive.
  var tasksAlive: Int { all.count { $0.task != nil } }

  /// Starts so many loads, gives most of them up, and waits until each has ended.
  func run(_ count: Int) async throws {
    for number in 0..<count {
      try start(mix.next())
      if held.count > Self.heldAtOnce { cancelOne() }
      if number % 50 == 0 {
        await eventually("the pipeline keeps up") {
          pipeline.statistics.tasksInFlight < Self.tasksAtOnce
        }
      }
    }
    while !held.isEmpty { cancelOne() }
    await eventually("every load has ended") { pipeline.statistics.tasksInFlight == 0 }
    await eventually("the server has seen them leave") { server.statistics.inFlight == 0 }
  }

  private func start(_ load: ChurnMix.Load) throws {
    guard let url = URL(string: server.baseURL + load.path) else { throw URLError(.badURL) }
    let request = ImageRequest(url: url, targetSize: load.target, priority: load.priority)
    let task = pipeline.loadImage(with: request) { [completions] _ in
      completions.count.add(1, ordering: .relaxed)
    }
    all.append(WeakTask(task: task))
    switch load.cancel {
    case .atOnce: task.cancel()
    case .later: held.append(task)
    case .never: break
    }
  }

  /// One of those that are held, after a change of mind about its urgency.
  private func cancelOne() {
    let task = held.remove(at: Int(random.next() % UInt64(held.count)))
    task.priority = .veryHigh
    task.cancel()
  }
}
