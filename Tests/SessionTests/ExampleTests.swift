import Foundation
import PlaceholderServer
import TestSupport
import Testing

/// The programs of Tests/Examples.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ExampleTests {
  /// Runs an example, which is built beside the tests.
  private func run(_ name: String, _ arguments: [String] = []) throws -> BuiltProgram.Outcome {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = tests.deletingLastPathComponent().appendingPathComponent(name)
    return try BuiltProgram.run(arguments, of: program.path)
  }

  @Test func `every announcement of the prefetching contract has one end`() throws {
    let outcome = try run("prefetching-contract")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "row 0")
    #expect(lines.contains { $0.hasPrefix("  soon: [5, ") }, "the item below the first screen")
    #expect(lines.contains { $0.hasPrefix("  no longer: [") })
    let counts = lines.suffix(2).joined().split(whereSeparator: { !$0.isNumber })
      .compactMap { Int($0) }
    #expect(counts.count == 6 && counts[0] > 0)
    #expect(counts.first == counts.dropFirst().reduce(0, +), "\(lines.suffix(2))")
  }

  @Test func `thumbnails of a file and of an answer fit the size, and one is asked for`() throws {
    let server = try PlaceholderServer()
    try server.start()
    let folder = try TemporaryFolder()
    let path = folder.path
    // Not enlarged, so that it is its own thumbnail.
    let small = Data("P6 4 2 255\n".utf8) + Data((0..<24).map { UInt8($0 * 10) })
    try small.write(to: URL(fileURLWithPath: path + "/small.ppm"))
    let missing = server.baseURL + "/80x60?status=404"
    let outcome = try run(
      "thumbnails",
      ["40x40", path, path + "/small.ppm", server.baseURL + "/80x60?text=wide", missing])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "\(missing): the server answered 404\n")
    let files = outcome.output.split(separator: "\n")
    #expect(Set(files) == ["\(path)/1.ppm", "\(path)/2.ppm"])
    #expect(FileManager.default.contents(atPath: path + "/1.ppm") == small)
    let wide = try #require(FileManager.default.contents(atPath: path + "/2.ppm"))
    #expect(wide.starts(with: Data("P6 40 30 255\n".utf8)))
    #expect(wide.count == 13 + 40 * 30 * 3)
    #expect(Set(wide.dropFirst(13)).count > 2, "a placeholder is more than one color")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/3.ppm"))
    let sizeless = try run("thumbnails", ["40", "folder", "picture.ppm"])
    #expect(sizeless.status == 64)
    #expect(sizeless.errors == "usage: thumbnails WIDTHxHEIGHT FOLDER PATH-OR-URL...\n")
  }
}
