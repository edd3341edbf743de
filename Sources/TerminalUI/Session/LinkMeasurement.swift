/// The figures of the way between the program and what answers it: the terminal, or a multiplexer.
package struct LinkMeasurement: Hashable, Sendable {
  /// The median time from a query until its answer.
  package let roundTrip: Duration
  /// The rate at which bytes are accepted and read; nil if too fast to measure.
  package let bytesPerSecond: Double?
}

extension LinkMeasurement {
  private static let roundTrips = 5
  private static let patience = Duration.seconds(2)
  /// A sequence that changes nothing.
  private static let filler = Array("\u{1B}[0m".utf8)

  /// Measures round trips, and the rate of bytes that change nothing; nil if the terminal does not answer.
  ///
  /// Call it only for a screen that the program draws no more. Keys that are typed meanwhile are lost.
  package init?(of session: TerminalSession) {
    var times: [Duration] = []
    for _ in 0..<Self.roundTrips {
      guard let time = Self.timeUntilAnswered(by: session, after: []) else { return nil }
      times.append(time)
    }
    roundTrip = times.sorted()[times.count / 2]
    var rate: Double?
    // More bytes follow only if they take little time.
    for repeats in [500, 16_000] {
      let bytes = Array(repeatElement(Self.filler, count: repeats).joined())
      guard let time = Self.timeUntilAnswered(by: session, after: bytes) else { break }
      let seconds = max(.zero, time - roundTrip) / .seconds(1)
      rate = seconds > 0.000_1 ? Double(bytes.count) / seconds : nil
      if seconds > 0.03 { break }
    }
    bytesPerSecond = rate
  }

  private static func timeUntilAnswered(
    by session: TerminalSession, after bytes: [UInt8]
  ) -> Duration? {
    let query = session.features.acknowledgement ?? .attributes
    let start = session.device.poller.now
    session.send(bytes + query.bytes)
    session.expectAnswer(to: query)
    let input = session.awaitAnswers(atMost: patience)
    return input.acknowledgements > 0 ? session.device.poller.now - start : nil
  }
}
