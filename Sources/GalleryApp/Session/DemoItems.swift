import FoundationEssentials
import GalleryItems
import PlaceholderServer
import Prefetching

/// The items of the demo: scenes that the server in this process draws; no item is stored.
struct DemoItems: ItemSnapshot {
  /// The number of items for a person at a terminal.
  static let count = 10_000

  private let baseURL: String
  private let count: Int
  private let first: Int

  /// - Parameters:
  ///   - count: the number of items; negative numbers count as 0.
  ///   - first: the number of the first scene.
  init(of server: PlaceholderServer, count: Int, first: Int) {
    baseURL = "\(server.baseURL)"
    self.count = max(0, count)
    self.first = first
  }

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let scene = Scene(number: first &+ indexPath.item)
    let address = "\(baseURL)/{width}x{height}?scene=\(scene.number)"
    return GalleryItem(id: address, caption: scene.caption, location: .template(address))
  }
}

/// The link that the demo's server pretends to be behind, so that a person sees what prefetching is for.
enum DemoLink {
  /// A server's behavior from the other end of the link.
  static func lengthening(_ shape: ServerShape) -> ServerShape {
    var shape = shape
    (shape.latency, shape.jitter) = (.milliseconds(120), .milliseconds(40))
    return shape
  }

  /// The first message to the person.
  static let hint =
    "↓ scroll · v grid · p prefetching · a server 120 ms away (--latency 0: here)"
}
