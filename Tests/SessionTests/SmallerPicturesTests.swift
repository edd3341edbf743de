import Foundation
import PlaceholderServer
import Testing

/// The program over a link that is slower than a held key.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SmallerPicturesTests {
  /// The sizes in which each item was asked for, by their widths.
  private func widths(_ server: PlaceholderServer) -> [Int: Set<Int>] {
    var widths: [Int: Set<Int>] = [:]
    for path in server.statistics.paths.keys {
      guard let address = URLComponents(string: path),
        let width = Int(address.path.dropFirst().prefix { $0 != "x" }),
        let item = address.queryItems?.first(where: { $0.name == "text" })?.value.flatMap(Int.init)
      else { continue }
      widths[item, default: []].insert(width)
    }
    return widths
  }

  private func scroll(_ script: String, at bandwidth: Int) async throws -> [Int: Set<Int>] {
    let server = try PlaceholderServer(shape: ServerShape(linkBandwidth: bandwidth))
    try server.start()
    defer { server.stop() }
    let outcome = try await BuiltProgram.run([
      "http://127.0.0.1:\(server.port)/{width}x{height}?text={index}&bytes=8000",
      "--count", "60", "--size", "80x25", "--layout", "list", "--no-disk-cache", "--script",
      script,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return widths(server)
  }

  @Test func `a run beyond the link asks for smaller pictures, and rest for the whole`()
    async throws
  {
    let widths = try await scroll(
      "idle wait:600 down*45@25 wait:600 idle wait:600 idle", at: 60_000)
    #expect(widths.values.contains { !$0.isDisjoint(with: [12, 6]) }, "\(widths)")
    #expect(widths[0] == [24], "the first screen comes whole: \(widths)")
    // What is on the screen at the end.
    for item in 43...45 { #expect(widths[item]?.contains(24) == true, "\(widths)") }
  }

  @Test func `a link that keeps up is asked for whole pictures only`() async throws {
    let widths = try await scroll("idle wait:600 down*45@25 wait:500 idle", at: 50_000_000)
    #expect(!widths.isEmpty && widths.values.allSatisfy { $0 == [24] }, "\(widths)")
  }
}
