import Raster

/// Makes frames of bursts: compares the screen before and after, and assigns keys and answers.
package struct ProfileRecorder {
  package private(set) var frames: [ProfiledFrame] = []
  package private(set) var worst = SlowestFrames()
  /// The size of the screen at the start, and each that it was given later.
  package private(set) var sizes: [CellSize]
  /// The number of changes to frames and keys.
  package private(set) var revision = 0
  let screen: any ScreenModel
  private let encoder: any FrameEncoding
  /// The time that every byte travels between the program and the terminal.
  private let linkDelay: Duration
  private var clock = KeyClock()
  /// The screen before the last frame, and after it.
  private var former, current: Surface
  private var cursor: CellPoint

  /// The part of the screen that a full repaint writes.
  private static let fullRepaint = 0.9
  /// The most frames that wait for their answer; more are taken as not answered.
  static let mostWaiting = 16

  init(
    screen: any ScreenModel, size: CellSize, encoder: any FrameEncoding, linkDelay: Duration
  ) {
    self.screen = screen
    self.encoder = encoder
    self.linkDelay = linkDelay
    sizes = [size]
    former = Surface(size: size)
    current = Surface(size: size)
    _ = screen.update(&current)
    cursor = screen.cursor
    _ = encoder.bytes(for: current)
  }

  package var keys: [ProfiledKey] { clock.keys }

  mutating func keyArrived(at now: Duration, pressedAt: Duration) {
    revision += 1
    clock.keyArrived(at: now, pressedAt: pressedAt)
  }

  mutating func outputArrived(at now: Duration) { clock.outputArrived(at: now) }

  /// Records a frame.
  ///
  /// - Returns: its number; nil if the burst showed nothing.
  mutating func end(_ burst: Burst) -> Int? {
    var next = current
    let written = screen.update(&next)
    let changed = next.changes(from: current)
    let moved = screen.cursor != cursor
    let draws = burst.printed + burst.clears + burst.graphics > 0
    guard changed > 0 || moved || draws else { return nil }
    revision += 1
    cursor = screen.cursor
    markTornState(before: burst, after: next)
    let number = frames.count
    let key = clock.ended(burst, frame: number)
    let phases = Phases(
      program: burst.end - (key?.arrivedAt ?? burst.start),
      link: key.map { $0.arrivedAt - $0.pressedAt } ?? .zero)
    frames.append(
      ProfiledFrame(
        burst: burst, cellsChanged: changed, cellsWritten: written,
        neededBytes: changed > 0 ? encoder.bytes(for: next) : 0,
        isFullRepaint: Double(written) >= Self.fullRepaint * Double(next.cells.count),
        pressedAt: key?.pressedAt, phases: phases, linkDelay: min(linkDelay, phases.link)))
    worst.ended(number, before: current, after: next)
    settleWorst(before: number - Self.mostWaiting)
    (former, current) = (current, next)
    return number
  }

  /// Records that the terminal has answered the query after a frame.
  ///
  /// The query follows a silence. If the answer took less than that, the terminal had already shown the frame, and needed
  /// as long as it needed for the query.
  mutating func answered(_ query: StatusLedger.FrameQuery, at now: Duration) {
    revision += 1
    let frame = query.frame
    let deliveredAt = query.deliveredAt ?? query.sentAt
    let link = deliveredAt - query.sentAt
    var terminal = now - deliveredAt
    if terminal >= BurstCutter.silence { terminal += query.sentAt - frames[frame].burst.end }
    frames[frame].phases.link += link
    frames[frame].linkDelay += min(linkDelay, link)
    frames[frame].phases.terminal = terminal
    frames[frame].isShown = true
    clock.shown(frame: frame, link: link, terminal: terminal)
    settleWorst(before: frame + 1)
  }

  mutating func resize(to size: CellSize) {
    if size != current.size { sizes.append(size) }
    screen.resize(to: size)
    current = Surface(size: size)
    _ = screen.update(&current)
    cursor = screen.cursor
  }

  mutating func finish() { settleWorst(before: frames.count) }

  private mutating func settleWorst(before end: Int) {
    worst.settle(before: end) { frames[$0].phasesBeyondDelay.total }
  }

  /// Looks whether the last frame was a torn state, now that the next one replaces it.
  private mutating func markTornState(before burst: Burst, after next: Surface) {
    guard let last = frames.indices.last else { return }
    let replacedAt = burst.isSynchronized ? burst.end : burst.start
    guard replacedAt - frames[last].burst.end < TornState.longest else { return }
    frames[last].torn = TornState(before: former, shown: current, after: next)
  }
}
