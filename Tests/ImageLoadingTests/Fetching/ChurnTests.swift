import Foundation
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct ChurnTests {
  @Test func `starting and cancelling two thousand loads leaves nothing open`() async throws {
    let churn = try Churn()
    try await churn.run(batches: 10)
    let before = Churn.openDescriptors
    try await churn.run(batches: 190)

    let statistics = churn.pipeline.statistics
    #expect(statistics.requested == 2_000)
    #expect(min(statistics.loaded, statistics.failed, statistics.cancelled) > 100)
    // Other tests open a few dozen meanwhile; the rest of ours is closed a moment later.
    await eventually("as many are open as before") { Churn.openDescriptors < before + 100 }
  }
}

/// Loads that are answered, broken off or left hanging, some of them cancelled at any moment.
private final class Churn: Sendable {
  let pipeline: ImagePipeline
  private let server: RawServer

  init() throws {
    server = try RawServer { connection in
      let request = connection.readRequest()
      if request.contains("hang") {
        connection.waitForClient()
      } else if request.contains("half") {
        connection.send("HTTP/1.1 200 OK\r\n")
      } else {
        connection.respond()
      }
    }
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = FlatDecoder()
    configuration.memoryLimitBytes = 0
    configuration.connectionsPerHost = 12
    pipeline = ImagePipeline(configuration)
  }

  static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? .max
  }

  /// Starts ten loads, cancels two of them at once, and the rest when six have ended.
  func run(batches: Int) async throws {
    for _ in 0..<batches {
      let ended = Log<Void>()
      let tasks = try ["whole", "hang", "whole", "half", "whole", "hang", "half", "a", "b", "c"]
        .enumerated().map { number, name in
          let request = ImageRequest(
            url: try server.url("\(name)?\(number)"), targetSize: PixelSize(width: 2, height: 2))
          return pipeline.loadImage(with: request) { _ in ended.add(()) }
        }
      tasks[7].cancel()
      tasks[8].cancel()
      await eventually("six have ended") { ended.count >= 6 }
      pipeline.cancelAll()
      await eventually("all have ended") { pipeline.statistics.tasksInFlight == 0 }
    }
  }
}
