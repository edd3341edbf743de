/// The frames of the session that missed their deadlines by the most.
package struct WorstFrames: Sendable {
  package static let most = 10

  /// The frames, worst first.
  package private(set) var frames: [FrameRecord] = []

  mutating func record(_ frame: FrameRecord) {
    if frames.count == Self.most {
      guard let best = frames.last, frame.overrun > best.overrun else { return }
      frames.removeLast()
    }
    let place = frames.firstIndex { $0.overrun < frame.overrun } ?? frames.endIndex
    frames.insert(frame, at: place)
  }
}
