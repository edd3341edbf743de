import FolderSources
import Foundation
import GalleryItems
import Prefetching
import ServerSources
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ImageSources

/// A source over pages in memory, which runs on a thread of its own.
final class Server: Sendable {
  private let pages: Mutex<[String: PageAnswer]>
  let asked = Log<String>()
  let changes = Log<SnapshotChange>()

  init(_ pages: [String: String], type: String = "application/json") {
    self.pages = Mutex(
      Dictionary(
        uniqueKeysWithValues: pages.map { address, body in
          (address, .page(ServerPage(address: address, type: type, body: Array(body.utf8))))
        }))
  }

  func set(_ address: String, _ answer: PageAnswer) { pages.withLock { $0[address] = answer } }

  func arguments(
    _ sources: String..., recursive: Bool = false, sorting: PictureSorting = PictureSorting()
  ) -> SourceArguments {
    var folders = FolderSource.Options()
    folders.isRecursive = recursive
    folders.sorting = sorting
    return SourceArguments(sources: sources, folders: folders) { [self] address in
      asked.add(address)
      return answer(address)
    }
  }

  func answer(_ address: String) -> PageAnswer {
    pages.withLock { $0[address] } ?? .failed("the server answered 404")
  }

  func start(_ arguments: SourceArguments) throws -> any LiveSource {
    let live = try #require(arguments.openLive())
    live.start(onThread: { _, _, body in Thread.detachNewThread(body) }) { [changes] in
      changes.add($0)
    }
    return live
  }

  var latest: SnapshotChange? { changes.entries.last }

  var items: [GalleryItem] {
    guard let snapshot = latest?.snapshot else { return [] }
    return (0..<snapshot.itemCount).map { snapshot.item(at: [0, $0] as IndexPath) }
  }
}
