import SimulationModels

/// A link between a program and its terminal, as `1mbit,80ms`: a rate, a round-trip time, or both.
package struct LinkShape: Equatable, Sendable, CustomStringConvertible {
  /// The reason why a text is no link.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ reason: String) {
      description =
        "\(reason). Give a rate in bit, kbit, mbit or gbit, a round trip of 0 to 60000ms, or both: 1mbit,80ms"
    }
  }

  package let description: String
  /// Nil for no limit.
  let bytesPerSecond: Double?
  let roundTrip: Duration

  private static let rates: [(unit: String, bits: Double)] = [
    ("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3), ("bit", 1),
  ]

  package init(_ text: String) throws(Fault) {
    var (bytesPerSecond, roundTrip): (Double?, Duration?)
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasSuffix("ms") {
        if roundTrip != nil { throw Fault("it has two round trips") }
        roundTrip = .seconds(try Self.number(in: part, before: "ms", 0...60_000) / 1_000)
      } else if let rate = Self.rates.first(where: { part.hasSuffix($0.unit) }) {
        if bytesPerSecond != nil { throw Fault("it has two rates") }
        let count = try Self.number(in: part, before: rate.unit, 1e-9...1e9)
        bytesPerSecond = max(1, count * rate.bits / 8)
      } else {
        throw Fault(part.isEmpty ? "a part of it is empty" : "'\(part)' has no unit of a link")
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

  private static func number(
    in part: Substring, before unit: String, _ range: ClosedRange<Double>
  ) throws(Fault) -> Double {
    guard let number = Double(part.dropLast(unit.count)), range.contains(number) else {
      throw Fault("'\(part)' has no number in range before \(unit)")
    }
    return number
  }
}
