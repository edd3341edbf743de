import Foundation
import GalleryItems
import Glibc
import Prefetching
import TestSupport
import Testing

@testable import ImageSources

/// A text in memory that comes in blocks of random lengths.
struct BlockText: ListText {
  let bytes: [UInt8]
  /// The most bytes of a block.
  let block: Int
  let seed: UInt64

  init(_ text: some Sequence<UInt8>, block: Int = .max, seed: UInt64 = 0) {
    bytes = Array(text)
    self.block = block
    self.seed = seed
  }

  func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  private func readNext(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    var random = SeededRandom(seed: seed &+ UInt64(offset))
    let most = min(block, target.count, bytes.count - offset)
    let count = most > 1 ? Int.random(in: 1...most, using: &random) : most
    bytes.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[offset..<offset + count])) }
    return count
  }

  func hasInput(within time: Duration?) -> Bool { true }

  func bytes(from offset: Int, count: Int) -> [UInt8] {
    Array(bytes[min(offset, bytes.count)...].prefix(count))
  }
}

extension GrowingList {
  /// All items, the list being read first.
  func readItems() -> [GalleryItem] {
    read {}
    return items
  }

  var items: [GalleryItem] {
    (0..<numberOfItems(inSection: 0)).map { item(at: IndexPath(item: $0, section: 0)) }
  }
}

/// A file with some bytes, opened.
func openedFile(_ text: String, in folder: TemporaryFolder) throws -> (text: FileText, path: String)
{
  let path = try folder.file(UUID().uuidString, Array(text.utf8)).path
  return (FileText(OpenInput(open(path, O_RDONLY | O_CLOEXEC))), path)
}
