/// What a movement asks for: three lists of items, no item in two of them.
///
/// Carry out the cancellations first, so that what they free serves the rest.
public struct TrackerChange: Hashable, Sendable {
  /// Items given out before, in either list, that are no longer wanted; ascending.
  public var cancel: [Int]
  /// Items that became visible, those prefetched before among them: raise their priority;
  /// ascending.
  public var load: [Int]
  /// Items to have ready: the side ahead first, then the side behind, each from the viewport
  /// outwards.
  public var prefetch: [Int]

  /// Makes a change; by default one that asks for nothing.
  public init(cancel: [Int] = [], load: [Int] = [], prefetch: [Int] = []) {
    self.cancel = cancel
    self.load = load
    self.prefetch = prefetch
  }

  /// Whether nothing is to be done.
  public var isEmpty: Bool { cancel.isEmpty && load.isEmpty && prefetch.isEmpty }
}
