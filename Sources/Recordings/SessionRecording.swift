import GalleryCore
import Raster

/// A recording of a person's input in a gallery session with its times, for a replay.
///
/// Times start when the first frame has been shown and the run loop first reads keys. They exclude
/// suspensions, are whole milliseconds, and never decrease.
package struct SessionRecording: Hashable, Sendable {
  /// An input from the person or their terminal, with its time.
  package struct Moment: Hashable, Sendable {
    package let at: Duration
    package let input: RecordedInput

    /// - Parameter at: truncated to whole milliseconds; a negative time counts as zero.
    package init(at time: Duration, _ input: RecordedInput) {
      at = .milliseconds(max(0, time.wholeMilliseconds))
      self.input = input
    }

    /// The event for the gallery.
    package var event: Event { input.event }
  }

  /// The most moments in a recording: an arrow key held for more than two hours.
  package static let mostMoments = 250_000
  /// The most items that a recording can have.
  package static let mostItems = 1_000_000_000_000_000

  /// The size of the screen at the start of the session.
  package let screen: CellSize
  package let layout: GalleryLayout.Mode
  /// The preferred tile size.
  package let tile: TileSize
  /// The way pictures filled their tiles at the start of the session.
  package let fit: PictureFit
  package let itemCount: Int
  package private(set) var moments: [Moment]
  /// The end of the session; at or after its last moment.
  package private(set) var end: Duration
  /// The size of the screen after the last moment.
  private var lastScreen: CellSize

  /// - Parameters:
  ///   - screen: clamped to 1 to 2000 columns and rows.
  ///   - itemCount: clamped to 0 to `mostItems`.
  ///   - moments: at most `mostMoments`; a moment that goes back in time gets the time of the one
  ///     before.
  package init(
    screen: CellSize, layout: GalleryLayout.Mode = .list, tile: TileSize = .standard,
    fit: PictureFit = .contain, itemCount: Int,
    moments: [Moment] = [], end: Duration = .zero
  ) {
    self.screen = screen.held
    self.layout = layout
    self.tile = tile
    self.fit = fit
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
  /// Whether the recording is full, so that further moments are dropped.
  package var isFull: Bool { moments.count >= Self.mostMoments }

  /// Records an event, if it is input; a repeated screen size is ignored.
  ///
  /// - Complexity: O(1), amortized.
  package mutating func record(_ event: Event, at time: Duration) {
    guard !isFull, let input = RecordedInput(event) else { return }
    if case .resized(let size) = input, size.held == lastScreen { return }
    append(Moment(at: time, input))
  }

  /// Ends the session; a full recording ends with its last moment.
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

// MARK: - Other screens

extension SessionRecording {
  /// The recording for a screen of one size: recorded changes of the size are left out.
  package func onScreen(of size: CellSize) -> SessionRecording {
    SessionRecording(
      screen: size, layout: layout, tile: tile, fit: fit, itemCount: itemCount,
      moments: moments.filter { if case .resized = $0.input { false } else { true } }, end: end)
  }
}

extension CellSize {
  /// The nearest size that a recording can represent.
  fileprivate var held: CellSize {
    CellSize(columns: min(max(1, columns), 2_000), rows: min(max(1, rows), 2_000))
  }
}

/// A recording of a running session by the program's clock.
///
/// The session begins at the first instant that it receives and ends at the last.
package struct RunningRecording: Sendable {
  private var recording: SessionRecording
  private var start: Duration?
  private var latest = Duration.zero

  /// - Parameter recording: the session's facts, without moments.
  package init(_ recording: SessionRecording) {
    self.recording = recording
  }

  /// Records the events delivered at an instant, if any.
  ///
  /// - Complexity: O(1) per event, amortized.
  package mutating func record(_ events: [Event], at now: Duration) {
    let start = start ?? now
    self.start = start
    latest = now - start
    for event in events { recording.record(event, at: latest) }
  }

  /// Excludes the time for which the program was just suspended.
  package mutating func leaveOut(_ time: Duration) { start = start.map { $0 + time } }

  /// The complete recording, ended.
  package var finished: SessionRecording {
    var finished = recording
    finished.finish(at: latest)
    return finished
  }
}
