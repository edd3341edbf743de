import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct AlarmTests {
  @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(1)])
  func `an alarm rings, at once if it is late`(delay: Duration) async {
    let rings = Log<Void>()
    let alarm = Alarm(after: delay) { rings.add(()) }
    await eventually("it rings") { rings.count == 1 }
    withExtendedLifetime(alarm) {}
  }

  @Test(arguments: [Int64.max, .min]) func `no delay is too long`(seconds: Int64) {
    _ = Alarm(after: .seconds(seconds)) {}
  }
}
