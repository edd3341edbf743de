import CacheFiles
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ThumbnailStore

/// The losses from damage at one place.
@Suite(.timeLimit(.minutes(1))) struct StoreDamageTests {
  private func rebuildIndex(_ fixture: StoreFixture) throws {
    let folder = try StoreFolder.make(fixture.folder.url.path)
    try KeyIndex.rebuild(in: folder.folder)
  }

  private func fill(_ fixture: StoreFixture, _ numbers: Range<UInt64>) {
    for number in numbers { fixture.store.store(Data("\(number)".utf8), for: fixture.key(number)) }
  }

  private func segment(of fixture: StoreFixture) throws -> Segment {
    let folder = try StoreFolder.make(fixture.folder.url.path)
    let name = try #require(fixture.segments.first)
    return try Segment(try #require(SegmentID(fileName: name)), in: folder.folder)
  }

  @Test(arguments: [0, 7, 14, 300 * 16 + 7, 599 * 16 + 15])
  func `a damaged record of the index is not taken over`(place: Int) throws {
    let fixture = try StoreFixture()
    fill(fixture, 0..<600)
    try rebuildIndex(fixture)
    var index = try fixture.bytes(of: "index")
    index[index.count - 600 * KeyIndex.recordBytes + place] ^= 0xFF
    try fixture.write(index, to: "index")
    try rebuildIndex(fixture)
    let next = try fixture.another()
    let found = (0..<600 as Range<UInt64>).count {
      next.store.bytes(for: next.key($0)) == Data("\($0)".utf8)
    }
    // A number that is still in its place is that of another entry, which is missing.
    #expect(found >= 599)
  }

  @Test func `a damaged tail is passed over in steps, and covered once its writer is gone`() throws
  {
    let written = try StoreFixture()
    fill(written, 0..<10)
    let name = try #require(written.segments.first)
    // A copy has no writer.
    let whole = try written.bytes(of: name)
    let fixture = try written.copy()
    let garbage = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) }
    try fixture.write(whole + garbage, to: name)
    let size = whole.count + garbage.count

    let started = try segment(of: fixture).walk(from: 0, mostDamage: 100_000) { _, _ in true }
    #expect(started.end == whole.count && !started.isComplete && started.damage < 200_000)
    let all = try segment(of: fixture).walk(from: 0) { _, _ in true }
    #expect(all.end == whole.count && all.isComplete)

    try rebuildIndex(fixture)
    let folder = try StoreFolder.make(fixture.folder.url.path)
    #expect(KeyIndex(in: folder.folder)?.segments.map(\.covered) == [size])
    #expect(fixture.store.bytes(for: fixture.key(3)) == Data("3".utf8))
  }

  @Test func `an entry behind much damage is found`() throws {
    let written = try StoreFixture()
    fill(written, 0..<2)
    let name = try #require(written.segments.first)
    let whole = try written.bytes(of: name)
    for damage in [64, 65_536, 65_600, 200_000 / 64 * 64] {
      let fixture = try written.copy()
      try fixture.write([UInt8](repeating: 0, count: damage) + whole, to: name)
      var places: [Int] = []
      let walk = try segment(of: fixture).walk(from: 0) { _, place in
        places.append(Int(place.start) * EntryHead.bytes)
        return true
      }
      #expect(places == [damage, damage + 128] && walk.damage == damage)
    }
  }

  @Test func `an unfinished entry is not in the index`() throws {
    let fixture = try StoreFixture()
    fill(fixture, 0..<2)
    let name = try #require(fixture.segments.first)
    let whole = try fixture.bytes(of: name)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.path(name)))
    try file.seekToEnd()
    try file.write(contentsOf: whole.prefix(70))
    try rebuildIndex(fixture)
    let folder = try StoreFolder.make(fixture.folder.url.path)
    #expect(KeyIndex(in: folder.folder)?.segments.map(\.covered) == [whole.count])
  }

  @Test func `a walk from beyond the end ends at once`() throws {
    let fixture = try StoreFixture()
    fill(fixture, 0..<2)
    let walk = try segment(of: fixture).walk(from: .max - 10) { _, _ in true }
    let size = try fixture.bytes(of: fixture.segments[0]).count
    #expect(walk.isComplete && walk.end == size)
  }
}
