import ImageLoading
import TestSupport

extension VirtualTime: LoadClock {
  /// The second of 1970 at which virtual time starts.
  package static let firstSecond = 1_795_219_200

  package var time: LoadTime {
    LoadTime(
      elapsed: now, wallSeconds: Self.firstSecond + Int(now.components.seconds))
  }

  package func alarm(
    after delay: Duration, ring: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable {
    let alarm = VirtualAlarm(ring: ring)
    schedule(at: now + max(.zero, delay)) { [weak alarm] in alarm?.ring() }
    return alarm
  }
}

private final class VirtualAlarm: Sendable {
  let ring: @Sendable () -> Void

  init(ring: @escaping @Sendable () -> Void) { self.ring = ring }
}
