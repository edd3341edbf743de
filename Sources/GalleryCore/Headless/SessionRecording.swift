import Raster

/// What a person did in a session of the gallery and when, so that it can be done again.
///
/// Times count from when the first frame has been shown and the run loop first asks for keys, and leave
/// out how long the program was suspended. They are whole milliseconds and never go back.
package struct SessionRecording: Hashable, Sendable {
  /// Something that the person or their terminal did.
  package struct Moment: Hashable, Sendable {
    package let at: Duration
    package let input: RecordedInput

    /// - Parameter at: cut to whole milliseconds; a negative one is zero.
    package init(at time: Duration, _ input: RecordedInput) {
      at = .milliseconds(max(0, time.wholeMilliseconds))
      self.input = input
    }

    /// What the gallery is told.
    package var event: Event { input.event }
  }

  /// The most moments that a recording has: an arrow key held for more than two hours.
  package static let mostMoments = 250_000
  /// The most items that a gallery is said to have had.
  package static let mostItems = 1_000_000_000_000_000

  /// The screen as the session began.
  package let screen: CellSize
  package let layout: GalleryLayout.Mode
  /// The tile size that was wished for; nil for the layout's own.
  package let tile: CellSize?
  package let itemCount: Int
  package private(set) var moments: [Moment]
  /// When the session ended; not before its last moment.
  package private(set) var end: Duration
  /// The size of the screen after the last moment.
  private var lastScreen: CellSize

  /// - Parameters:
  ///   - screen: held to 1 to 2000 columns and rows.
  ///   - itemCount: held to 0 to `mostItems`.
  ///   - moments: at most `mostMoments`; those that go back in time are moved to the time of the one
  ///     before.
  package init(
    screen: CellSize, layout: GalleryLayout.Mode = .list, tile: CellSize? = nil, itemCount: Int,
    moments: [Moment] = [], end: Duration = .zero
  ) {
    self.screen = screen.held
    self.layout = layout
    self.tile = tile
    self.itemCount = min(max(0, itemCount), Self.mostItems)
    self.moments = []
    self.end = .zero
    lastScreen = screen.held
    for moment in moments.prefix(Self.mostMoments) { append(moment) }
    finish(at: end)
  }
}

// MARK: - Recording

extension SessionRecording {
  /// Whether nothing more is kept.
  package var isFull: Bool { moments.count >= Self.mostMoments }

  /// Keeps what happened, if it is input; a terminal that says its size again says nothing new.
  ///
  /// - Complexity: O(1), amortised.
  package mutating func note(_ event: Event, at time: Duration) {
    guard !isFull, let input = RecordedInput(event) else { return }
    if case .resized(let size) = input, size.held == lastScreen { return }
    append(Moment(at: time, input))
  }

  /// The session ended; a full recording ends with its last moment.
  package mutating func finish(at time: Duration) {
    guard !isFull else { return }
    end = max(end, .milliseconds(time.wholeMilliseconds))
  }

  private mutating func append(_ moment: Moment) {
    var input = moment.input
    if case .resized(let size) = input {
      input = .resized(size.held)
      lastScreen = size.held
    }
    end = max(end, moment.at)
    moments.append(Moment(at: end, input))
  }
}

extension CellSize {
  /// The nearest size that can be written down.
  fileprivate var held: CellSize {
    CellSize(columns: min(max(1, columns), 2_000), rows: min(max(1, rows), 2_000))
  }
}

/// A recording while its session goes on: it is told instants of the program's clock.
///
/// The session begins with the first instant that it is told and ends with the last.
package struct RunningRecording: Sendable {
  private var recording: SessionRecording
  private var start: Duration?
  private var latest = Duration.zero

  /// - Parameter recording: what the session is, without a moment yet.
  package init(_ recording: SessionRecording) {
    self.recording = recording
  }

  /// What was delivered at an instant, if anything.
  ///
  /// - Complexity: O(1) an event, amortised.
  package mutating func note(_ events: [Event], at now: Duration) {
    let start = start ?? now
    self.start = start
    latest = now - start
    for event in events { recording.note(event, at: latest) }
  }

  /// The program was suspended so long just now, which is no part of the session.
  package mutating func leaveOut(_ time: Duration) { start = start.map { $0 + time } }

  /// All of it, ended.
  package var finished: SessionRecording {
    var finished = recording
    finished.finish(at: latest)
    return finished
  }
}
