/// Prefetches nothing: items are loaded when they become visible.
public struct OffPolicy: PrefetchPolicy, Hashable {
  public let name = "off"

  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    position.viewport.offset..<position.viewport.offset
  }
}
