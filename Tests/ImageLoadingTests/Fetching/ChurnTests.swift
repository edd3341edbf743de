import DecodingTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Fetches that are answered, broken off or left hanging, most of them canceled at any moment.
@Suite(.timeLimit(.minutes(5))) struct ChurnTests {
  /// In a process of its own, which shares its descriptors, threads and memory with no other test.
  @Test func `twenty thousand starts and cancels leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let churn = try Churn()
      try await churn.run(2_000)
      try await churn.settle()
      let before = try ProcessResources()
      try await churn.run(20_000)
      try await churn.settle()
      let after = try ProcessResources()

      // The comments are all that this process tells the one that reports.
      let ends = churn.ends
      #expect(ends.values.reduce(0, +) == 22_000, "\(ends)")
      #expect(ends.count == 3 && ends.values.allSatisfy { $0 > 300 }, "\(ends)")
      #expect(after.descriptors <= before.descriptors + 10, "\(before) \(after)")
      #expect(after.threads <= before.threads + 10, "\(before) \(after)")
      let keptBytes = after.residentBytes - before.residentBytes
      #expect(keptBytes <= ProcessResources.blockFactor << 22, "\(before) \(after)")
    }
  }
}

/// Keeps a few dozen fetches in flight.
private final class Churn: Sendable {
  /// How a fetch ended.
  enum End: Hashable { case whole, cancelled, failed }

  private static let width = 24
  private static let body = [UInt8](repeating: 7, count: 2_000)

  private let loader = DataLoader()
  private let server: RawServer
  private let log = Mutex<[End: Int]>([:])
  private let inFlight = Atomic(0)

  init() throws {
    server = try RawServer { connection in
      let request = connection.readRequest()
      if request.contains("hang") {
        connection.waitForClient()
      } else if request.contains("half") {
        connection.send("HTTP/1.1 200 OK\r\n")
      } else {
        connection.respond(body: Self.body)
      }
    }
  }

  var ends: [End: Int] { log.withLock { $0 } }

  /// Starts `count` fetches, and cancels those that the server leaves hanging and as many others.
  ///
  /// It cancels them at once, or after it has started some more.
  func run(_ count: Int) async throws {
    var random = SeededRandom(seed: UInt64(count))
    var tasks: [any DataTask] = []
    for number in 0..<count {
      let name = ["whole", "whole", "half", "hang"].randomElement(using: &random) ?? "whole"
      let task = start(try server.url("\(name)?\(number)"))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: task.cancel()
      case 1 where name != "hang": break
      default: tasks.append(task)
      }
      if tasks.count > Self.width / 2 {
        tasks.remove(at: Int.random(in: 0..<tasks.count, using: &random)).cancel()
      }
      if inFlight.load(ordering: .relaxed) >= Self.width {
        for task in tasks { task.cancel() }
        tasks = []
        await eventually("there is room") { inFlight.load(ordering: .relaxed) < Self.width }
      }
    }
    for task in tasks { task.cancel() }
    await eventually("all have ended") { inFlight.load(ordering: .relaxed) == 0 }
  }

  /// Waits until no fetch keeps a connection open, and the server has seen that.
  func settle() async throws {
    try await eventually("the loader keeps no connection open") {
      try LoopbackConnections.count(port: server.port) == 0
    }
    await eventually("the server has closed every connection") { server.connectionCount == 0 }
  }

  private func start(_ url: URL) -> any DataTask {
    inFlight.add(1, ordering: .relaxed)
    return loader.loadData(for: DataRequest(url: url)) { [self] event in
      let end: End
      switch event {
      case .response, .data: return
      case .finished: end = .whole
      case .failed(.cancelled): end = .cancelled
      case .failed: end = .failed
      }
      log.withLock { $0[end, default: 0] += 1 }
      inFlight.subtract(1, ordering: .relaxed)
    }
  }
}
