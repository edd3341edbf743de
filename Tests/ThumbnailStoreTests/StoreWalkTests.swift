import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ThumbnailStore

@Suite(.timeLimit(.minutes(2))) struct StoreWalkTests {
  private static func randomBytes(_ random: inout SeededRandom) -> Data {
    let count = Int.random(in: 0...700, using: &random)
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  @Test(arguments: 1...8) func `a random walk agrees with a dictionary`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let clock = Mutex(1_795_219_200)
    var fixture = try StoreFixture(seconds: { clock.withLock { $0 } })
    var model: [ThumbnailKey: Data] = [:]
    for step in 0..<500 {
      let key = fixture.key(
        UInt64.random(in: 0..<6, using: &random), scale: UInt32.random(in: 0..<2, using: &random),
        modified: Int64.random(in: 0..<2, using: &random))
      switch Int.random(in: 0..<30, using: &random) {
      case 0..<12:
        let bytes = Self.randomBytes(&random)
        #expect(fixture.store.store(bytes, for: key))
        model[key] = bytes
      case 12: fixture = try fixture.another()
      case 13:
        fixture.store.flush()
        fixture = try fixture.another()
      // A sweep by a clock that is ahead may take it for abandoned.
      case 14: try? rebuildIndex(fixture)
      case 15 where step > 400:
        try fixture.store.removeAll()
        model = [:]
      case 16:
        let seconds = Int.random(in: -5_000_000...5_000_000, using: &random)
        clock.withLock { $0 = 1_795_219_200 + seconds }
      default: break
      }
      #expect(fixture.store.bytes(for: key) == model[key], "step \(step)")
      #expect(fixture.store.mayContain(key) == (model[key] != nil), "step \(step)")
    }
  }

  @Test(arguments: 1...Thoroughness.rounds(short: 1, full: 4))
  func `a crash at any byte of a write loses that entry at most`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try StoreFixture()
    var model: [ThumbnailKey: Data] = [:]
    for step in 0..<40 {
      let key = fixture.key(UInt64.random(in: 0..<12, using: &random))
      let bytes = Self.randomBytes(&random)
      let name = fixture.segments.first
      let before = try name.map { try fixture.bytes(of: $0).count } ?? 0
      #expect(fixture.store.store(bytes, for: key))
      if Int.random(in: 0..<9, using: &random) == 0 { try rebuildIndex(fixture) }
      let segment = try #require(fixture.segments.first)
      let whole = try fixture.bytes(of: segment)
      for _ in 0..<4 {
        let cut = try fixture.copy()
        try cut.write(
          Array(whole[..<Int.random(in: before..<whole.count, using: &random)]), to: segment)
        for (other, old) in model where other != key {
          #expect(cut.store.bytes(for: other) == old, "step \(step)")
        }
        let found = cut.store.bytes(for: key)
        #expect(found == nil || found == model[key], "step \(step)")

        // The next entry is written where a torn one cannot hide it.
        #expect(cut.store.store(bytes, for: key))
        let next = try cut.another()
        #expect(next.store.bytes(for: key) == bytes, "step \(step)")
        for (other, old) in model where other != key {
          #expect(next.store.bytes(for: other) == old, "step \(step)")
        }
      }
      model[key] = bytes
    }
  }

  @Test(arguments: 1...Thoroughness.rounds(short: 2, full: 6))
  func `damage makes entries missing, and never wrong`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try StoreFixture()
    var versions: [ThumbnailKey: Set<Data>] = [:]
    for step in 0..<60 {
      let key = fixture.key(UInt64(step % 40))
      let bytes = Self.randomBytes(&random)
      fixture.store.store(bytes, for: key)
      versions[key, default: []].insert(bytes)
      if step == 30 { try rebuildIndex(fixture) }
    }
    for _ in 0..<60 {
      let damaged = try fixture.copy()
      var found = 0
      for name in damaged.files {
        var bytes = try damaged.bytes(of: name)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        case 1:
          let place = Int.random(in: 0..<bytes.count, using: &random)
          let end = min(bytes.count, place + Int.random(in: 1...5_000, using: &random))
          for index in place..<end { bytes[index] = 0 }
        default:
          for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
              UInt8(1 << Int.random(in: 0..<8, using: &random))
          }
        }
        try damaged.write(bytes, to: name)
      }
      for (key, known) in versions {
        guard let bytes = damaged.store.bytes(for: key) else { continue }
        #expect(known.contains(bytes))
        found += 1
      }
      // It can be written to, and its index made anew.
      damaged.store.store(Data([1]), for: damaged.key(99))
      try rebuildIndex(damaged)
      let next = try damaged.another()
      #expect(next.store.bytes(for: next.key(99)) == Data([1]))
    }
  }

  private func rebuildIndex(_ fixture: StoreFixture) throws {
    guard let folder = StoreFolder(fixture.folder.url.path) else { return }
    try KeyIndex.rebuild(in: folder.folder)
  }
}
