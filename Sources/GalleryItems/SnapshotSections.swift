/// The parts of a snapshot that have a header each, in order.
///
/// Only where they begin is known beforehand. Titles are made when they are asked for.
package protocol SnapshotSections: Sendable {
  /// The number of sections; 0 if the items are not parted. Then all items belong to one.
  var count: Int { get }

  /// The place of a section's first item: 0 for the first section, and more for each one behind it.
  func start(of section: Int) -> Int

  /// What a section is called; nil for one that has only a number.
  func title(of section: Int) -> String?
}

/// The sections of items that are not parted.
package struct NoSections: SnapshotSections {
  package let count = 0

  package init() {}

  package func start(of section: Int) -> Int { 0 }

  package func title(of section: Int) -> String? { nil }
}
