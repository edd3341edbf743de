import Foundation
import GalleryApp
import ThumbnailStore

/// A benchmark of a store with many entries: opening, finding entries, memory and disk.
package struct StoreBenchmark {
  private let entries: Int

  /// - Parameter entries: the number of entries; at least 1.
  package init(entries: Int) { self.entries = entries }

  /// Fills a store, then prints what another process needs to open it and to find entries.
  ///
  /// - Throws: `BenchFailure` if entries are not found.
  package func run() throws {
    let folder = URL.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let payload = Data(repeating: 7, count: 60)
    let writing = Cost(medianOf: 1) {
      let store = ThumbnailCache(folder: folder.path, limitBytes: 64 << 30)
      for number in 0..<entries { store.store(payload, for: key(number)) }
      store.flush(within: .seconds(60))
    }
    let index =
      try FileManager.default.attributesOfItem(
        atPath: folder.path + "/thumbnails-1/index")[.size] as? Int
    let before = try residentBytes()
    let store = ThumbnailCache(folder: folder.path, limitBytes: 64 << 30)
    let opening = Cost(medianOf: 1) { _ = store.mayContain(key(0)) }
    let looks = min(entries, 200_000)
    var found = 0
    let hits = Cost(medianOf: 3) {
      for look in 0..<looks where store.mayContain(key(look &* 7_919 % entries)) { found += 1 }
    }
    let misses = Cost(medianOf: 3) {
      for look in 0..<looks where store.mayContain(key(entries + look)) { found += 1 }
    }
    let reads = Cost(medianOf: 3) {
      for look in 0..<looks where store.bytes(for: key(look &* 7_919 % entries)) == payload {
        found += 1
      }
    }
    guard found == 6 * looks else {
      throw BenchFailure(description: "\(found) of \(6 * looks) looks were right")
    }
    try StandardOutput.write(
      """
      \(entries) entries: stored in \((writing / entries).wall.text) each, opened in \(opening.wall.text)
      look for one that is there \((hits / looks).wall.text), for another \((misses / looks).wall.text), \
      with reading 60 bytes \((reads / looks).wall.text)
      index \((index ?? 0) / 1_024) KiB on disk, \((try residentBytes() - before) / 1_024) KiB of memory

      """)
  }

  private func key(_ number: Int) -> ThumbnailKey {
    ThumbnailKey(
      file: FileIdentity(
        device: 66_305, inode: UInt64(1_000_000 + number), size: Int64(4_000 + number % 97),
        modified: 1_795_000_000_000_000_000 + Int64(number)),
      scale: 16)
  }

  private func residentBytes() throws -> Int {
    guard let bytes = ResidentSize.current else {
      throw BenchFailure(description: "the system does not tell the resident size")
    }
    return bytes
  }
}
