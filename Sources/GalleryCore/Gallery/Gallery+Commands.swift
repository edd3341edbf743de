import GalleryItems
import Prefetching
import Raster

extension Gallery {
  /// Carries out a command.
  mutating func perform(_ command: Command, into effects: inout [Effect]) {
    if let excuse = command.excuse(on: screen, of: layout) { return tell(excuse) }
    if command == .leave { marks.closeRange(to: selection, in: items, into: &effects) }
    if let effect = command.sessionEffect { effects.append(.session(effect)) }
    switch command {
    case .explain, .leave, .leaveWithoutMarks, .interrupt, .suspend, .repaint, .usePresenter,
      .takeNextOrder, .reverseOrder, .listFrames, .log, .mark:
      break
    case .changeOverlay(let change):
      relayout(into: &effects) { $0.show($0.layout.overlay.applying(change)) }
      screens.resize(to: layout.content.size)
    case .toggleHelp: screens.toggleHelp(in: layout)
    case .back: goBack(into: &effects)
    case .openDetail where marks.takesOne: marks.choose(selection, of: items, into: &effects)
    case .openDetail: screens.openPicture(of: navigation)
    case .open(let column, let row):
      if screen == .detail { pictures.detail.resetMagnification() }
      screens.togglePicture(at: CellPoint(column: column, row: row), of: &navigation)
    case .slideshow(let time): tell(screens.toggleSlideshow(every: time, of: navigation))
    case .toggleMagnification: pictures.detail.toggleMagnification()
    case .turn(let turn): if let selectedItem { pictures.detail.turn(selectedItem, by: turn) }
    case .toggleInfo:
      pictures.detail.showInfo(screen == .tiles ? true : nil)
      if screen == .tiles { screens.openPicture(of: navigation) }
    case .cycleSymbols: tell(restyle(into: &effects) { $0.takeNextMethod() })
    case .toggleFit: tell(restyle(into: &effects) { $0.toggleFit() })
    case .toggleFollowing:
      navigation.toggleFollowing()
      if !navigation.follows { return tell("no longer following what is new") }
      effects.append(.session(.putNewestFirst))
    case .toggleLayout: relayout(into: &effects) { $0.toggleLayout() }
    case .zoom(let steps) where screen == .detail:
      tell(pictures.detail.magnify(by: steps, in: scene))
    case .zoom(let steps): relayout(into: &effects) { $0.zoom(by: steps) }
    case .switchPrefetching(let name):
      pictures.changeTiles(in: scene, into: &effects) {
        $0.switchPrefetching(to: name, in: $1, into: &$2)
      }
      tell("prefetching: \(policyName)")
    case .reloadFailed:
      effects.append(.pipeline(.retryNow))
      let asksAgain = paging.asksAgain(into: &effects)
      if !pictures.reloadFailed(scene, into: &effects), !asksAgain { tell("nothing failed here") }
    case .reloadSelected:
      pictures.reload(selectedItem.map { [$0] } ?? [], in: scene, into: &effects)
    case .marks(let command):
      tell(marks.perform(command, moving: &navigation, over: items, into: &effects))
    case .files, .undo, .promptMove, .promptCopy, .run, .promptRun, .copyNames, .copyPicture:
      let hidden = filtering.hiddenCount(of: marks.marked)
      tell(
        acting.perform(
          command, on: &marks, hidden: hidden, or: selection, of: items, in: source,
          into: &effects))
    case .promptFilter:
      finder.open(.filter, text: filtering.filter.text?.text ?? "", at: selectedItem)
    case .promptTrait: filtering.awaitTrait()
    case .filter(let change):
      let selected = selectedItem.flatMap(board.item)
      show(filtering.apply(change, on: selected, filterSets, into: &effects), into: &effects)
    case .promptCommand, .promptSearch, .findNext, .findPrevious:
      show(finder.perform(command, from: selection, in: items, into: &effects), into: &effects)
    case .jump(let destination):
      guard let place = destination.place(in: items) else { return tell(destination.excuse) }
      if itemCount > 0 { navigation.select(place) }
      paging.go(to: place, beyond: itemCount)
    case .move(.scroll(let rows)) where screen == .detail:
      tell(pictures.detail.magnify(by: -rows.signum(), in: scene))
    case .move(let movement) where screen == .detail:
      let inContent = movement.relative(toRow: layout.content.origin.row)
      if let rest = pictures.detail.move(inContent, over: board, in: scene) {
        navigation.move(rest)
      }
    case .move(let movement):
      navigation.move(movement)
      if movement == .last { paging.go(beyond: itemCount) }
    }
  }
}

// MARK: - Going back

extension Gallery {
  /// Closes one thing: what runs, the open picture, the range, or the filter.
  private mutating func goBack(into effects: inout [Effect]) {
    let stopped = [
      finder.stop(into: &effects), filtering.stop(into: &effects), acting.stop(into: &effects),
    ]
    if stopped.contains(true) { return }
    if screens.showsPicture {
      screens.showsPicture = false
      pictures.detail.resetMagnification()
    } else if !marks.dropRange() {
      perform(.filter(.clear), into: &effects)
    }
  }
}

extension Command.Destination {
  /// The place of the item; nil if that is not known.
  fileprivate func place(in items: AnyItemSnapshot) -> Int? {
    switch self {
    case .place(let place): place
    case .percentage(let share): Int((share / 100 * Double(max(0, items.itemCount - 1))).rounded())
    case .date(let date): items.place(of: date)
    }
  }

  fileprivate var excuse: String { "dates are for folders sorted by date; s sorts them" }
}

extension Command {
  /// The session effect of the command; nil if it is for the gallery.
  fileprivate var sessionEffect: SessionEffect? {
    switch self {
    case .leave: .leave(status: 0)
    case .leaveWithoutMarks: .leave(status: 2)
    case .interrupt: .leave(status: 130)
    case .suspend: .suspend
    case .repaint: .repaint
    case .usePresenter(let choice): .usePresenter(choice)
    case .takeNextOrder: .takeNextOrder
    case .reverseOrder: .reverseOrder
    case .listFrames: .listFrames
    case .log(let name): .log(to: name)
    case .mark(let text): .mark(text)
    default: nil
    }
  }
}
