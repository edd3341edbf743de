import SimulationModels

/// A link between a program and its terminal, as `1mbit,80ms`: a rate, a round-trip time, or both.
package struct LinkShape: Equatable, Sendable, LosslessStringConvertible {
  package let description: String
  /// Nil for no limit.
  let bytesPerSecond: Double?
  let roundTrip: Duration

  private static let rates: [(unit: String, bits: Double)] = [
    ("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3), ("bit", 1),
  ]

  package init?(_ text: String) {
    var (bytesPerSecond, roundTrip): (Double?, Duration?)
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasSuffix("ms"), roundTrip == nil,
        let time = Self.number(part.dropLast(2), 0...60_000)
      {
        roundTrip = .seconds(time / 1_000)
      } else if bytesPerSecond == nil,
        let unit = Self.rates.first(where: { part.hasSuffix($0.unit) }),
        let count = Self.number(part.dropLast(unit.unit.count), 1e-9...1e9)
      {
        bytesPerSecond = max(1, count * unit.bits / 8)
      } else {
        return nil
      }
    }
    description = text
    self.bytesPerSecond = bytesPerSecond
    self.roundTrip = roundTrip ?? .zero
  }

  /// The time that every byte travels, either way.
  var delay: Duration { roundTrip / 2 }
  /// The way to the terminal.
  var down: LinkPipe { LinkPipe(bytesPerSecond: bytesPerSecond, delay: delay) }
  /// The way to the program, which takes only the time.
  var up: LinkPipe { LinkPipe(bytesPerSecond: nil, delay: delay) }

  private static func number(_ text: Substring, _ range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
