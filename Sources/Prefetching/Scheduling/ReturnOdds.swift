/// How likely an item that is given up while it is loaded will be wanted again: as often as others were.
///
/// It begins with one in four, as if of three given up none had come back. Of those given up the latest
/// are remembered, so that memory stays bounded; an older one that is wanted again counts as new.
///
/// - Complexity: O(1) for every call.
struct ReturnOdds: Sendable {
  private static let remembered = 4_096

  private var latest: Set<Int> = []
  private var earlier: Set<Int> = []
  private var givenUp = 3
  private var returned = 0

  /// From 0 to 1.
  var chance: Double { Double(returned + 1) / Double(givenUp + 1) }

  /// An item is given up that is being loaded.
  mutating func giveUp(_ item: Int) {
    if latest.count >= Self.remembered {
      earlier = latest
      latest = []
    }
    guard latest.insert(item).inserted else { return }
    givenUp += 1
  }

  /// An item is wanted.
  mutating func want(_ item: Int) {
    guard latest.remove(item) != nil || earlier.remove(item) != nil else { return }
    returned += 1
  }
}
