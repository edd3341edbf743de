import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Archives

/// Zip archives, every byte of which may be a lie.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct ZipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names(_ sketch: ZipSketch) throws -> [String: Int] { try names(sketch.bytes) }

  private func names(_ bytes: [UInt8]) throws -> [String: Int] {
    var names: [String: Int] = [:]
    let url = try folder.file("a.zip", bytes)
    try ZipDirectory(path: Array(url.path.utf8)).forEach { name, record in
      names[String(decoding: name, as: UTF8.self)] = record
    }
    return names
  }

  private func read(
    _ name: String, at record: Int, in archive: String = "a.zip", maxBytes: Int = 1 << 20
  ) throws -> [UInt8] {
    let path = folder.url.appending(path: archive).path + "/" + name
    return try ArchivedFile.read(Array(path.utf8), record: record, maxBytes: maxBytes) { false }
  }

  private static let three = ZipSketch([
    .init("b/2.jpg", Array("two".utf8)), .init("1.jpg", Array("one".utf8)),
    .init("../../etc/passwd", Array("three".utf8)), .init("/etc/shadow", []),
  ])

  @Test func `a directory names files wherever they claim to be`() throws {
    #expect(
      try names(Self.three).keys.sorted()
        == ["../../etc/passwd", "/etc/shadow", "1.jpg", "b/2.jpg"])
  }

  @Test func `a name is only a name`() throws {
    let names = try names(Self.three)
    for (name, content) in [("b/2.jpg", "two"), ("../../etc/passwd", "three"), ("/etc/shadow", "")]
    {
      let record = try #require(names[name])
      #expect(try read(name, at: record) == Array(content.utf8))
      // The place of the record alone decides.
      #expect(try read("another", at: record) == Array(content.utf8))
    }
  }

  @Test(arguments: ["-0", "-9", "-fz-9"])
  func `an archive that zip has made gives its files`(level: String) throws {
    let files = try (0..<40).map { number in
      let bytes = (0..<3_000 * (number + 1)).map { UInt8(truncatingIfNeeded: $0 / 7 &* number) }
      return (name: "\(number).bin", bytes: bytes, url: try folder.file("\(number).bin", bytes))
    }
    try zip(level.split(separator: "-").map { "-\($0)" } + ["made.zip"] + files.map(\.name))
    var records: [String: Int] = [:]
    let path = folder.url.appending(path: "made.zip").path
    try ZipDirectory(path: Array(path.utf8)).forEach { name, record in
      records[String(decoding: name, as: UTF8.self)] = record
    }
    #expect(records.count == 40)
    // All at once: nothing is shared.
    let wrong = Log<String>()
    DispatchQueue.concurrentPerform(iterations: files.count) { [records] number in
      let file = files[number]
      let bytes = try? read(file.name, at: records[file.name] ?? -1, in: "made.zip")
      if bytes != file.bytes { wrong.add(file.name) }
    }
    #expect(wrong.entries == [])
  }

  @Test func `an encrypted file says so`() throws {
    _ = try folder.file("1.jpg", Array(repeating: 7, count: 5_000))
    try zip(["-P", "secret", "made.zip", "1.jpg"])
    let path = Array(folder.url.appending(path: "made.zip").path.utf8)
    var records: [Int] = []
    try ZipDirectory(path: path).forEach { _, record in records.append(record) }
    #expect(throws: ArchiveError.encrypted) {
      try read("1.jpg", at: try #require(records.first), in: "made.zip")
    }
  }

  @Test func `the claims of an archive are limited`() throws {
    #expect(throws: ArchiveError.notAnArchive) { try names(Array("GIF89a".utf8)) }
    var many = Self.three
    many.claimedCount = 2_000_000
    #expect(throws: ArchiveError.tooManyEntries(2_000_000)) { try names(many) }
    many.claimedCount = 70_000
    #expect(throws: ArchiveError.damaged) { try names(many) }
    // Files that share their bytes.
    var bomb = ZipSketch((0..<9).map { .init("\($0)", Array(repeating: 1, count: 100)) })
    for index in bomb.entries.indices { bomb.entries[index].claimedPackedSize = 900 }
    #expect(throws: ArchiveError.self) { try names(bomb) }
    #expect(throws: ArchiveError.hasPrefix) { try names([1, 2, 3] + Self.three.bytes) }
  }

  @Test func `the claims of a file are limited`() throws {
    var sketch = ZipSketch([.init("a", Array(repeating: 1, count: 100))])
    let record = { try #require(try names(sketch)["a"]) }
    #expect(throws: ArchiveError.tooLarge(bytes: 100, limit: 50)) {
      try read("a", at: try record(), maxBytes: 50)
    }
    sketch.entries[0].claimedSize = 1_000_000
    #expect(throws: ArchiveError.bomb(bytes: 1_000_000)) { try read("a", at: try record()) }
    sketch.entries[0].claimedSize = 90
    #expect(throws: ArchiveError.self) { try read("a", at: try record()) }
    sketch.entries[0].claimedSize = 110
    #expect(throws: ArchiveError.self) { try read("a", at: try record()) }
    sketch.entries[0] = .init("a", Array(repeating: 1, count: 100))
    sketch.entries[0].method = 99
    #expect(throws: ArchiveError.self) { try read("a", at: try record()) }
  }

  @Test(arguments: 1...6) func `wrong and missing bytes never trap`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let whole = Self.three.bytes
    for _ in 0..<250 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Int.random(in: 0...3, using: &random) == 0 {
        bytes.removeFirst(Int.random(in: 0..<bytes.count, using: &random))
      }
      let records = try? names(bytes)
      for record in (records.map { Array($0.values) } ?? []) + [
        .random(in: -9...900, using: &random)
      ] {
        let bytes = try? read("a", at: record)
        #expect(bytes.map { $0.count <= 1 << 20 } != false)
      }
    }
  }

  private func zip(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/zip")
    process.arguments = ["-q"] + arguments
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
