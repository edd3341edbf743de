import Foundation
import GalleryItems
import Glibc
import ListSources
import Prefetching
import SourceItems
import TestSupport

/// A text in memory that comes in blocks of random lengths.
package struct BlockText: ListText {
  private let bytes: [UInt8]
  /// The most bytes of a block.
  private let block: Int
  private let seed: UInt64

  package init(_ text: some Sequence<UInt8>, block: Int = .max, seed: UInt64 = 0) {
    bytes = Array(text)
    self.block = block
    self.seed = seed
  }

  package func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  private func readNext(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    var random = SeededRandom(seed: seed &+ UInt64(offset))
    let most = min(block, target.count, bytes.count - offset)
    let count = most > 1 ? Int.random(in: 1...most, using: &random) : most
    bytes.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[offset..<offset + count])) }
    return count
  }

  package func hasInput(within time: Duration?) -> Bool { true }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    Array(bytes[min(offset, bytes.count)...].prefix(count))
  }
}

extension GrowingList {
  /// All items, the list being read first.
  package func readItems() -> [GalleryItem] {
    read {}
    return items
  }

  package var items: [GalleryItem] {
    (0..<numberOfItems(inSection: 0)).map { item(at: IndexPath(item: $0, section: 0)) }
  }
}

/// A file with some bytes, opened.
package func openedFile(_ text: String, in folder: TemporaryFolder) throws -> (
  text: FileText, path: String
) {
  let path = try folder.file(UUID().uuidString, Array(text.utf8)).path
  return (FileText(OpenInput(open(path, O_RDONLY | O_CLOEXEC))), path)
}
