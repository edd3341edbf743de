import Foundation
import GalleryItems
import PlaceholderServer
import PrefetchLab
import Prefetching

/// Items whose pictures have the latencies and sizes determined by a link and a seed.
///
/// The server has the link's rate.
struct LinkItems: ItemSnapshot {
  let server: PlaceholderServer
  /// The address of the server, or of its front.
  let address: String
  let link: Link
  let seed: UInt64
  let count: Int

  /// The text before an item's number in an address.
  private static let caption = "?text=food%20"
  /// A caption on a plain color: few bytes, and the same for all versions of the landscapes.
  private static let colors = "&bg=345678&fg=ffffff"
  /// The size of all tiles, as in the laboratory.
  private static let size = "64x48"
  /// The attempts with possible stalls; more are rare, and do not stall.
  private static let attempts = 4

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let item = indexPath.item
    let latency = link.leastLatency(of: item, seed: seed)
    // Another attempt may have no stall, as in the laboratory.
    let stalls = (0..<Self.attempts).map { attempt in
      let stalled = link.latency(of: item, attempt: attempt, seed: seed)
      return "\((stalled - latency).wholeMilliseconds)"
    }
    let wait = "&delay=\(latency.wholeMilliseconds)&stall=\(stalls.joined(separator: ","))"
    let bytes = "&bytes=\(PictureSizes(seed: seed).bytes(of: item))"
    let body = "\(bytes)\(Self.colors)"
    return GalleryItem(
      id: "\(item)", caption: "food \(item)",
      location: .template("\(address)/\(Self.size)\(Self.caption)\(item)\(wait)\(body)"))
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

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
