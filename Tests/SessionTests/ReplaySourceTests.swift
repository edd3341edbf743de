import Foundation
import GalleryCore
import Testing

/// A recording is played over what it was made over.
@Suite(.timeLimit(.minutes(2))) struct ReplaySourceTests {
  /// Arguments that name a source, a folder with pictures in it being there, and its items.
  private static let sources:
    [(name: String, arguments: @Sendable (String) -> [String], items: Int)] =
      [
        ("a folder", { [$0 + "/pictures"] }, 7),
        ("a list", { [$0 + "/list.txt"] }, 3),
        ("URLs", { _ in ["http://127.0.0.1:1/a.png", "http://127.0.0.1:1/b.png"] }, 2),
        ("a picture, with its folder", { [$0 + "/pictures/3.png"] }, 7),
        ("several", { [$0 + "/pictures", $0 + "/list.txt"] }, 10),
      ]

  /// Sources that have as many items as they are told.
  private static let countedSources: [(name: String, arguments: [String])] = [
    ("a template", ["http://127.0.0.1:1/{index}.png"]), ("the demo", ["--latency", "1"]),
  ]

  private func report(_ arguments: [String]) async throws -> Int {
    let outcome = try await BuiltProgram.run(arguments + ["--report", "-"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let source = (report as? [String: Any])?["source"] as? [String: Any]
    return try #require(source?["items"] as? Int)
  }

  /// Records a session, plays it, and compares what was pressed.
  private func replay(
    _ source: [String], recordedWith more: [String] = [], items: Int, in folder: String
  ) async throws {
    let (first, second) = (folder + "/first", folder + "/second")
    let recorded = try await report(
      source + more + ["--script", "down end up", "--record", first])
    let replayed = try await report(source + ["--replay", first, "--record", second])
    #expect(recorded == items && replayed == items)
    let recordings = try [first, second].map {
      try SessionRecording(parsing: String(contentsOfFile: $0, encoding: .utf8))
    }
    #expect(recordings[0].moments.map(\.event) == recordings[1].moments.map(\.event))
    #expect(recordings.allSatisfy { $0.itemCount == items })
  }

  @Test(arguments: sources.indices)
  func `what knows its pictures`(index: Int) async throws {
    let source = Self.sources[index]
    try await inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/pictures", withIntermediateDirectories: false)
      for number in 1...7 {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/pictures/\(number).png"))
      }
      try Data("a.png\nb.png\nhttp://127.0.0.1:1/c.png\n".utf8)
        .write(to: URL(fileURLWithPath: folder + "/list.txt"))
      try await replay(source.arguments(folder), items: source.items, in: folder)
    }
  }

  @Test(arguments: countedSources.indices)
  func `what is told a count, which the recording has`(index: Int) async throws {
    try await inFolder { folder in
      try await replay(
        Self.countedSources[index].arguments, recordedWith: ["--count", "513"], items: 513,
        in: folder)
    }
  }
}
