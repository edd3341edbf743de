import Foundation
import GalleryItems
import PlaceholderServer
import PrefetchLab
import Prefetching

/// Items whose pictures have the latencies and sizes that a link and a seed determine.
///
/// The server has the link's rate.
struct LinkItems: ItemSnapshot {
  let server: PlaceholderServer
  /// The address of the server, or of one before it.
  let address: String
  let link: Link
  let seed: UInt64
  let count: Int

  /// The text before an item's number in an address.
  private static let caption = "?text=food%20"

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let item = indexPath.item
    let delay = Int((link.latency(of: item, seed: seed) / .milliseconds(1)).rounded())
    let bytes = PictureSizes(seed: seed).bytes(of: item)
    return GalleryItem(
      id: "\(item)", caption: "food \(item)",
      location: .template(
        "\(address)/{width}x{height}\(Self.caption)\(item)&delay=\(delay)&bytes=\(bytes)"))
  }

  /// The bytes of bodies sent so far, and those that were wasted.
  ///
  /// Wasted bytes are those of stopped transfers and of pictures that were never seen.
  func traffic(seen: RangeSet<Int>) -> (received: Int, wasted: Int) {
    let statistics = server.statistics
    let wasted = statistics.paths.reduce(0) { sum, path in
      guard let item = Self.item(ofPath: path.key) else { return sum }
      return sum + (seen.contains(item) ? path.value.abortedBytes : path.value.bytes)
    }
    return (statistics.bytes, wasted)
  }

  private static func item(ofPath path: String) -> Int? {
    path.firstRange(of: caption).flatMap { Int(path[$0.upperBound...].prefix { $0.isNumber }) }
  }
}
