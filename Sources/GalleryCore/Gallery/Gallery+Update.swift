import GalleryItems
import Prefetching
import Raster

extension Gallery {
  /// Handles events in order, and returns the effects to carry out.
  ///
  /// The viewport is compared with the windows once, after the last event. So items that scroll
  /// past between two frames are never requested. The time `now` never decreases.
  package mutating func update(_ events: [Event], at now: Duration) -> [Effect] {
    var effects: [Effect] = []
    pictures.startUpdate(at: now)
    paging.now = now
    if screens.takeDueSlide(at: now) { navigation.showNext(of: board, hiding: &notice) }
    for event in events {
      event.askForPlacement(into: &effects) { pictures.isCurrent($0) }
      apply(event, at: now, into: &effects)
    }
    let motion = board.controller.tracker.position?.motion
    let isAsked = paging.asks(navigation, motion, isSearching: finder.awaitsItems)
    if isAsked { effects.append(.session(.readOn)) }
    tell(paging.sentence(itemCount))
    pictures.board.controller.expectedJump = finder.expectedHit(from: selection).map(
      navigation.revealing)
    show(filtering.examineNews(filterSets, into: &effects), into: &effects)
    pictures.updateLoads(scene, on: screen, at: now, into: &effects)
    screens.recordSlide(detail.picture, at: now)
    return effects
  }

  private mutating func apply(_ event: Event, at now: Duration, into effects: inout [Effect]) {
    switch event {
    case .key(let key): press(key, into: &effects)
    case .resized(let size):
      relayout(into: &effects) { $0.resize(to: size) }
      screens.resize(to: navigation.layout.content.size)
    case .sourceChanged(let change):
      marks.apply(change, to: source)
      acting.apply(change)
      show(filtering.apply(change, filterSets, into: &effects), into: &effects)
      pictures.detail.turns.keep(in: source)
    case .searched(let news):
      show(finder.receive(news, from: selection, in: items, into: &effects), into: &effects)
    case .filtered(let news): show(filtering.receive(news), into: &effects)
    case .scrolled(let rows): navigation.move(.scroll(rows))
    case .renditionChanged(let rendition, let symbolSets):
      restyle(into: &effects) { $0.adapt(to: rendition, symbolSets: symbolSets) }
    case .ownColorsChanged(let colors): look.setOwnColors(colors)
    case .graphicsChanged(let graphics): restyle(into: &effects) { $0.allow(graphics) }
    case .pictureReady(let key, let image, _):
      marks.recordSize(image.info, of: key.item, on: board)
      filtering.record(image.info, of: key.item)
      fallthrough
    case .pictureProgress, .picturePreview, .pictureFailed, .loadStopped, .pictureDropped,
      .described, .timed, .rendered, .animationFrame:
      tell(pictures.receive(event, in: scene, at: now, into: &effects))
    case .marksRestored(let former): tell(marks.restore(former))
    case .lastItemFound(let item):
      let place = screen == .tiles ? items.place(of: item) : nil
      if let place, navigation.resume(at: place) {
        tell("back at the picture of last time; Home goes to the first one")
      }
    case .files(let news): tell(acting.receive(news, on: &marks, of: source, into: &effects))
    case .programEnded(let end):
      let isTyping = finder.prompt != nil || acting.awaitsKey
      tell(screens.show(end, in: layout.content.size, isTyping: isTyping))
    case .woke: break
    case .tick: show(finder.look(at: board.captions, from: selection, in: items), into: &effects)
    }
  }

  private mutating func press(_ key: Key, into effects: inout [Effect]) {
    let isAtRest =
      notice == nil && finder.isAtRest && acting.isAtRest && !filtering.isOn
      && marks.rangeStart == nil
    (notice, navigation.blocked) = (nil, nil)
    paging.stay()
    guard finder.prompt == nil else {
      return show(
        finder.press(key, from: selection, in: items, into: &effects), into: &effects)
    }
    let command =
      acting.awaitsKey
      ? acting.press(key, into: &effects)
      : filtering.awaitsTrait ? filtering.press(key) : screens.press(key, isAtRest)
    if let command { perform(command, into: &effects) }
  }
}

// MARK: - Changes across values

extension Gallery {
  /// Adopts the next shown items, keeping the person's view in place.
  mutating func show(_ change: SnapshotChange?, into effects: inout [Effect]) {
    guard let change else { return }
    let endsReading = change.isComplete && !isSourceComplete
    let selected = finder.origin ?? selectedItem ?? filtering.anchor
    filtering.anchor = selected
    // While the source is still being read, the selected first item is not the person's choice.
    let isUnchosen = !isSourceComplete && screen == .tiles
    let staysAtStart = (isUnchosen || navigation.follows) && navigation.isAtStart
    pictures.changeTiles(in: scene, into: &effects) { $0.apply(change, in: $1, into: &$2) }
    finder.apply(change.changes)
    let goal = paging.apply(change)
    if goal != nil { notice = nil }
    let kept = selected.map { filtering.place(of: $0) ?? change.place(of: $0, from: selection) }
    let place = goal ?? (staysAtStart ? 0 : kept ?? 0)
    relayout(into: &effects) { $0.apply(change, selectionTo: place) }
    pictures.reload(change.reloaded, in: scene, into: &effects)
    notice = change.notice(after: notice)
    finder.supply = paging.supply
    show(
      finder.search(change.changes, from: selection, in: items, into: &effects), into: &effects)
    // EX_NOINPUT of sysexits.h
    if endsReading, source.itemCount == 0 { effects.append(.session(.leave(status: 66))) }
  }

  /// Changes the layout, and replaces all tiles if their size changes.
  mutating func relayout(into effects: inout [Effect], _ change: (inout Navigation) -> Void) {
    let former = layout.pictureCells
    change(&navigation)
    if layout.pictureCells != former {
      pictures.changeTiles(in: scene, into: &effects) { $0.stretch(in: $1, into: &$2) }
    }
  }

  /// Changes how pictures are shown; each picture stays until its replacement arrives.
  mutating func restyle<Answer>(
    into effects: inout [Effect], _ change: (inout Look) -> Answer
  ) -> Answer {
    let former = (look.rendition, look.fit)
    defer {
      if (look.rendition, look.fit) != former {
        pictures.changeTiles(in: scene, into: &effects) { $0.renew(in: $1, into: &$2) }
      }
    }
    return change(&look)
  }

  /// Selects the found item, shows the message, and carries out the command, if any.
  mutating func show(_ finding: Finder.Finding, into effects: inout [Effect]) {
    if let item = finding.item { navigation.select(item) }
    let addition = finding.isAboutAll ? paging.addition(whenNothingFound: finding.isNothing) : ""
    tell(finding.notice.map { $0 + addition })
    if let command = finding.command { perform(command, into: &effects) }
  }
}

extension Event {
  /// Requests that an item be sorted by the date in its picture, if the event brings one.
  ///
  /// - Parameter isCurrent: whether a load is its item's latest; a late picture may be of an older file.
  fileprivate func askForPlacement(into effects: inout [Effect], _ isCurrent: (TileKey) -> Bool) {
    let (key, info): (TileKey, PictureInfo?)
    switch self {
    case .pictureReady(let ready, let image, _): (key, info) = (ready, image.info)
    case .picturePreview(let shown, let preview): (key, info) = (shown, preview.image.info)
    default: return
    }
    guard let date = info?.takenAt, isCurrent(key) else { return }
    effects.append(.session(.place(key.item, takenAt: date)))
  }
}
