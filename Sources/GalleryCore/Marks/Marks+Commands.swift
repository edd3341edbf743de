import GalleryItems

/// The person's commands about marks.
extension Marks {
  /// Carries out a command; a range that is open is marked before.
  ///
  /// - Parameter navigation: goes to the next item behind a marked one.
  /// - Returns: a message for the person, if any.
  mutating func perform(
    _ command: MarkCommand, moving navigation: inout Navigation, over items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> String? {
    if takesOne { return "one picture is asked for: Enter takes the selected one" }
    let (itemCount, selection) = (items.itemCount, navigation.selection)
    guard itemCount > 0 else { return nil }
    let (selected, hadRange) = (items.id(at: selection), rangeStart != nil)
    lazy var all = items.ids(at: RangeSet(0..<itemCount))
    if command == .clear {
      dropRange()
    } else {
      closeRange(to: selection, in: items, into: &effects)
    }
    switch command {
    case .toggle:
      if hadRange { return nil }
      toggle(selected).keep(into: &effects)
      navigation.move(.items(1))
      return nil
    case .range:
      if !hadRange { beginRange(at: selected) }
      return nil
    case .invert:
      invert(among: all).keep(into: &effects)
      return "\(count) of \(itemCount) marked; u undoes it"
    case .all:
      mark(all).keep(into: &effects)
      return "all \(itemCount) marked; u undoes it"
    case .clear:
      let former = count
      clear().keep(into: &effects)
      return former == 0 ? "nothing is marked" : "\(former) unmarked; u marks them again"
    }
  }

  /// Marks the open range, if there is one.
  mutating func closeRange(
    to selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) {
    if let range = range(to: selection, in: items) {
      mark(items.ids(at: RangeSet(range))).keep(into: &effects)
    }
    dropRange()
  }

  /// Takes the latest change of many marks back.
  ///
  /// - Returns: a message for the person.
  mutating func undo(in items: AnyItemSnapshot, into effects: inout [Effect]) -> String? {
    dropRange()
    guard let change = undo(in: items) else { return "nothing to undo" }
    change.keep(into: &effects)
    return "undone: \(count) of \(items.itemCount) marked"
  }

  /// Leaves with one item, if there are any.
  mutating func choose(
    _ selection: Int, of items: AnyItemSnapshot, into effects: inout [Effect]
  ) {
    guard items.itemCount > 0 else { return }
    choose(items.id(at: selection))
    effects.append(.session(.leave(status: 0)))
  }
}

extension MarkChange {
  func keep(into effects: inout [Effect]) {
    if !isEmpty { effects.append(.marks(self)) }
  }
}
