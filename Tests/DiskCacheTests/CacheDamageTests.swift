import CacheFiles
import Foundation
import Glibc
import TestSupport
import Testing

@testable import DiskCache

@Suite(.timeLimit(.minutes(1))) struct CacheDamageTests {
  /// A cache with one entry on disk, and the path of its file.
  private func stored(_ count: Int = 40) throws -> (fixture: CacheFixture, path: String) {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1, count: count), for: "a")
    fixture.cache.flush()
    return (fixture, fixture.path(try #require(fixture.entryFiles.first)))
  }

  private func overwrite(_ path: String, _ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test func `a file with any one bit changed is a miss`() throws {
    let (fixture, path) = try stored()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in whole.indices {
      for bit in [0, 3, 7] {
        var bytes = whole
        bytes[offset] ^= 1 << UInt8(bit)
        try overwrite(path, bytes)
        #expect(fixture.cache.entry(for: "a") == nil, "bit \(bit) of byte \(offset)")
      }
    }
    try overwrite(path, whole)
    #expect(fixture.cache.entry(for: "a") != nil)
  }

  @Test func `a file that is cut off anywhere, or too long, is a miss`() throws {
    let (fixture, path) = try stored()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in 0..<whole.count {
      try overwrite(path, whole.prefix(count))
      #expect(fixture.cache.entry(for: "a") == nil, "\(count) bytes")
    }
    try overwrite(path, whole + [0])
    #expect(fixture.cache.entry(for: "a") == nil)
  }

  @Test func `a header that claims any length is only a miss`() throws {
    for length: UInt32 in [0, 4, 12, 13, 16, 20, 16_384, 16_385, .max / 2, .max] {
      var bytes = [UInt8]("dcentry\u{1}".utf8)
      withUnsafeBytes(of: length.littleEndian) { bytes.append(contentsOf: $0) }
      bytes += [UInt8](repeating: 0, count: 40)
      #expect(EntryHeader.parse(bytes) == nil)
      #expect(EntryHeader.parse(Array(bytes.prefix(16))) == nil)
    }
  }

  @Test func `an entry of an older format is a miss, and the next one takes its place`() throws {
    let (fixture, path) = try stored()
    var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let checksumStart = try #require(EntryHeader.parse(file)).count - 4
    var older = ByteWriter()
    older.append("filmstr\u{1}".utf8)
    older.append(file[8..<checksumStart])
    older.append(Checksum.of(older.bytes.span.bytes))
    file.replaceSubrange(..<older.bytes.count, with: older.bytes)
    try overwrite(path, Data(file))
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.store(fixture.entry(2), for: "a")
    fixture.cache.flush()
    #expect(fixture.entryFiles.map(fixture.path) == [path])
    #expect(try fixture.reopened().cache.entry(for: "a")?.bytes.first == 2)
  }

  @Test func `a body that is only claimed takes no memory`() throws {
    let (fixture, path) = try stored()
    var header = try #require(
      EntryHeader.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    )
    .header
    header = EntryHeader(
      metadata: header.metadata, identity: "a", bodyBytes: 1 << 45, bodyChecksum: 0)
    let bytes = try #require(header.encoded())
    try overwrite(path, Data(bytes))
    // A hole; where the file system has no room even for that, the size is wrong.
    truncate(path, bytes.count + 1 << 45)
    #expect(fixture.cache.entry(for: "a") == nil)
  }

  @Test func `the file of another identity is a miss, and stays the other's`() throws {
    let (fixture, path) = try stored()
    let key = try #require(CacheKey("b"))
    let other = fixture.path("v1/\(key.folderName)/\(key.fileName)")
    try FileManager.default.createDirectory(
      atPath: fixture.path("v1/\(key.folderName)"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path, toPath: other)
    #expect(fixture.cache.entry(for: "b") == nil)
    fixture.cache.refresh(fixture.metadata(freshFor: 1, tag: "x"), for: "b")
    fixture.cache.flush()
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: other))
    fixture.cache.store(fixture.entry(2), for: "b")
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "b")?.bytes.first == 2)
  }

  @Test func `a file that has gone is a miss`() throws {
    let (fixture, path) = try stored()
    try FileManager.default.removeItem(atPath: path)
    #expect(fixture.cache.entry(for: "a") == nil)
    try FileManager.default.removeItem(atPath: fixture.cache.folder)
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.store(fixture.entry(3), for: "a")
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a")?.bytes.first == 3 && fixture.cache.problem == nil)
  }

  @Test(arguments: ["link", "folder", "pipe"])
  func `an entry that is not a readable file is a miss`(kind: String) throws {
    let (fixture, path) = try stored()
    let elsewhere = fixture.folder.url.appendingPathComponent("elsewhere").path
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    switch kind {
    case "link": #expect(symlink(elsewhere, path) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.store(fixture.entry(9), for: "a")
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a")?.bytes.first == (kind == "folder" ? nil : 9))
    #expect(fixture.cache.problem == nil)
    // Whatever a link led to is as it was.
    #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)).count > 40)
  }

  @Test(arguments: ["v1", "v1/FOLDER", "v1/swept"])
  func `nothing is written, read or removed through a planted link`(place: String) throws {
    let (fixture, path) = try stored()
    let folderName = String(path.dropLast(63).suffix(2))
    let planted = fixture.path(place.replacingOccurrences(of: "FOLDER", with: folderName))
    let elsewhere = fixture.folder.url.appendingPathComponent("elsewhere").path
    try FileManager.default.moveItem(atPath: planted, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: planted, withDestinationPath: elsewhere)
    let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.url.path)

    let next = try fixture.reopened()
    #expect((next.cache.entry(for: "a") == nil) == (place != "v1/swept"))
    next.cache.store(next.entry(2), for: "a")
    next.cache.flush()
    #expect(next.cache.problem != nil)
    next.cache.removeAll()
    next.cache.flush()
    #expect(next.cache.entry(for: "a") == nil)
    let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.url.path)
    #expect(
      after.filter { $0.hasPrefix("elsewhere") } == before.filter { $0.hasPrefix("elsewhere") })
  }
}
