import Raster

/// The stack of screens: the tiles, one picture over them, and the help screen over both.
struct ScreenStack {
  /// Whether one picture covers the tiles.
  var showsPicture = false
  /// The help screen; nil while it is closed.
  var help: HelpView?
  let keys: EffectiveKeys
  private(set) var slideshow = Slideshow()

  init(keys: EffectiveKeys = EffectiveKeys()) { self.keys = keys }

  /// The screen that a person sees.
  var top: ShownScreen { help != nil ? .help : showsPicture ? .detail : .tiles }

  /// The command of a key on the top screen; nil if the help screen handles it.
  ///
  /// - Parameter isAtRest: whether Esc has neither a message to hide nor an activity to stop.
  mutating func press(_ key: Key, _ isAtRest: Bool) -> Command? {
    if help != nil { return help?.press(key) }
    if key == .escape, slideshow.isRunning { return .slideshow(every: nil) }
    if key == .escape, isAtRest, top == .tiles { return .explain(key) }
    let command = keys.command(for: key) ?? .explain(key)
    if command.endsSlideshow { slideshow.end() }
    return command
  }

  /// Opens the selected picture, if there is one.
  mutating func openPicture(of navigation: Navigation) {
    if navigation.itemCount > 0, navigation.layout.isLargeEnough { showsPicture = true }
  }

  /// Opens the picture under a cell, or goes back to all pictures.
  mutating func togglePicture(at point: CellPoint, of navigation: inout Navigation) {
    switch top {
    case .help: break
    case .detail: showsPicture = false
    case .tiles:
      guard let item = navigation.item(at: point) else { return }
      navigation.select(item)
      openPicture(of: navigation)
    }
  }

  /// Starts a slideshow from the selected picture, or ends it.
  ///
  /// - Parameter interval: nil for the latest one.
  /// - Returns: a message for the person.
  mutating func toggleSlideshow(every interval: Duration?, of navigation: Navigation) -> String {
    if navigation.itemCount < 2 { return "a slideshow needs several pictures" }
    openPicture(of: navigation)
    return slideshow.toggle(every: interval)
  }

  /// Whether the next picture of the slideshow is due.
  mutating func takeDueSlide(at now: Duration) -> Bool { slideshow.takeDue(at: now) }

  /// Records the picture in the detail view; the help screen pauses a slideshow, and the tiles end it.
  mutating func recordSlide(_ picture: DetailPicture?, at now: Duration) {
    if top == .tiles { slideshow.end() }
    let isSettled = top == .detail && picture?.isUnderWay == false
    slideshow.record(isSettled ? picture?.base.key.item : nil, at: now)
  }

  /// Opens the help screen, or closes it; the figures of an open overlay come first.
  mutating func toggleHelp(in layout: GalleryLayout) {
    if help != nil { return help = nil }
    let (groups, figures) = (keys.groups, [OverlayWords.group])
    help = HelpView(
      in: layout.content.size,
      of: layout.overlay.level == .off ? groups + figures : figures + groups, keys: keys)
  }

  /// Shows lines of their own in the place of the help screen.
  mutating func show(_ groups: [KeyBindings.Group], title: String, in room: CellSize) {
    help = HelpView(in: room, title: title, of: groups, keys: keys)
  }

  /// Shows the output of a program; a person who types or reads is not interrupted.
  ///
  /// - Returns: a message, with the last line of an output that is not shown.
  mutating func show(_ end: ProgramEnd, in room: CellSize, isTyping: Bool) -> String {
    guard let page = end.page, help == nil, !isTyping else { return end.sentence }
    show(page, title: end.name, in: room)
    return end.summary
  }

  /// Gives the help screen another room.
  mutating func resize(to room: CellSize) { help?.resize(to: room) }
}

extension Command {
  /// Whether it goes to another picture or another screen, as the slideshow does by itself.
  fileprivate var endsSlideshow: Bool {
    switch self {
    case .move, .jump, .openDetail, .back, .open, .findNext, .findPrevious, .toggleLayout: true
    default: false
    }
  }
}

/// The screen that a person sees.
package enum ShownScreen: Hashable, Sendable {
  case tiles, detail, help
}
