@testable import Prefetching

/// A meter and a clock that moves with the viewport.
struct MeteredScroll {
  var meter = ScrollMeter()
  private(set) var now = Duration.seconds(100)
  private let viewportLength = 24

  mutating func move(by distance: Int, after pause: Duration = .milliseconds(500)) {
    now += pause
    meter.moved(by: distance, viewportLength: viewportLength, at: now)
  }

  /// Every movement comes after the pause, including the first.
  mutating func move(by distance: Int, times: Int, every pause: Duration) {
    for _ in 0..<times { move(by: distance, after: pause) }
  }

  func motion(after pause: Duration = .zero) -> ScrollMotion { meter.motion(at: now + pause) }
}
