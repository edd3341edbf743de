import Raster
import SimulationModels

/// A person's own links, one per line.
///
///     # name     what it is like
///     train      latency=300ms jitter=200ms bandwidth=150K stalls=0.1 stall=2s connect=3
///     office     latency=12ms bandwidth=10M streams=100
///
/// Latency and bandwidth are required; bandwidth is in bytes per second. `connect` is the time to open a connection in
/// mean latencies, and `streams` the parallel transfers over one connection. Without it there are `connections`, 6 by
/// default. After each interval `every`, nothing arrives for an `outage`. Empty lines and text after a `#` are ignored.
package struct LinkList {
  package let links: [Link]

  /// Reads links.
  ///
  /// - Throws: the first fault, with its line.
  package init(parsing text: String) throws(LinkListError) {
    var links: [Link] = []
    // Splits bytes, because a hostile line may contain combining marks that join spaces or line
    // feeds.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      var words = content.split(whereSeparator: " \t\r".utf8.contains).map(Substring.init)[...]
      guard let name = words.popFirst() else { continue }
      do throws(LinkFault) {
        if links.contains(where: { $0.name == name }) { throw LinkFault(name, "stands twice") }
        links.append(try LinkDraft(words).link(named: name))
      } catch {
        throw LinkListError(description: "line \(place + 1): \(error.sentence)")
      }
    }
    if links.isEmpty {
      throw LinkListError(
        description: "there is no link; one is a line as “train latency=300ms bandwidth=150K”")
    }
    self.links = links
  }
}

/// An error in a list of links; its description has the line and the expected form.
package struct LinkListError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// An error about a word, which is quoted shortened and made safe, because it may contain anything.
private struct LinkFault: Error {
  let sentence: String

  init(_ word: Substring, _ what: String) {
    sentence = "“\(DisplayText.shortened(String(word), toColumns: 40, .end))” \(what)"
  }
}

/// The properties of a link while parsing.
private struct LinkDraft {
  private var values: [Substring: Substring] = [:]

  /// Parses words such as `latency=300ms`.
  init(_ words: ArraySlice<Substring>) throws(LinkFault) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw LinkFault(word, "has no value: write it as latency=300ms")
      }
      guard Self.names.contains(String(parts[0])) else {
        throw LinkFault(parts[0], "is not known; there are \(Self.names.joined(separator: ", "))")
      }
      if values.updateValue(parts[1], forKey: parts[0]) != nil {
        throw LinkFault(parts[0], "stands twice")
      }
    }
  }

  private static let names = [
    "latency", "jitter", "bandwidth", "connections", "streams", "connect", "stalls", "stall",
    "outage", "every",
  ]

  func link(named name: Substring) throws(LinkFault) -> Link {
    guard Self.isPlain(name) else {
      throw LinkFault(name, "is not a name: letters, digits, - and _, 20 at most")
    }
    guard let latency = try duration("latency") else { throw LinkFault(name, "has no latency") }
    guard let bandwidth = try rate("bandwidth") else { throw LinkFault(name, "has no bandwidth") }
    if values["streams"] != nil, values["connections"] != nil {
      throw LinkFault(name, "has streams over one connection, or connections, but not both")
    }
    if (values["stalls"] == nil) != (values["stall"] == nil) {
      throw LinkFault(name, "needs both stalls, their share, and stall, their length, or neither")
    }
    if (values["outage"] == nil) != (values["every"] == nil) {
      throw LinkFault(
        name, "needs both outage, a length, and every, the time between two, or neither")
    }
    return Link(
      name: String(name), latency: latency, jitter: try duration("jitter") ?? .zero,
      bandwidth: bandwidth, connections: try number("connections", 1...256) ?? 6,
      streams: try number("streams", 1...1_000),
      roundTripsToConnect: try number("connect", 0...10) ?? 0,
      stallRate: try share("stalls") ?? 0, stall: try duration("stall") ?? .zero, stallsAnew: true,
      outages: try outages())
  }

  private func outages() throws(LinkFault) -> Outages? {
    guard let length = try duration("outage"), let period = try duration("every") else {
      return nil
    }
    guard period >= .milliseconds(1) else {
      throw LinkFault(values["every"] ?? "", "is not for every: it takes 1ms at least")
    }
    return Outages(every: period, lasting: length)
  }

  /// Whether a name may be part of a plot's file name.
  private static func isPlain(_ name: Substring) -> Bool {
    name.utf8.count <= 20
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_".utf8.contains(byte)
        }
      }
  }

  private func number(_ key: Substring, _ range: ClosedRange<Int>) throws(LinkFault) -> Int? {
    guard let text = values[key] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let limits = "\(range.lowerBound) to \(range.upperBound)"
      throw LinkFault(text, "is not for \(key): it takes \(limits)")
    }
    return number
  }

  private func share(_ key: Substring) throws(LinkFault) -> Double? {
    guard let text = values[key] else { return nil }
    guard let share = Double(text), (0...1).contains(share) else {
      throw LinkFault(text, "is not for \(key): it takes a share, 0 to 1")
    }
    return share
  }

  private func duration(_ key: Substring) throws(LinkFault) -> Duration? {
    guard let text = values[key] else { return nil }
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s"),
      let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), (0...600_000).contains(number)
    else { throw LinkFault(text, "is not for \(key): it takes a time, as 300ms or 2s") }
    let milliseconds = number * (isMilliseconds ? 1 : 1_000)
    guard milliseconds <= 600_000 else {
      throw LinkFault(text, "is not for \(key): it takes 10 minutes at most")
    }
    return .microseconds(Int((milliseconds * 1_000).rounded()))
  }

  private func rate(_ key: Substring) throws(LinkFault) -> Int? {
    guard let text = values[key] else { return nil }
    let units: [Character: Int] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()),
      (1...1 << 34).contains(number), number <= (1 << 34) / (unit ?? 1)
    else { throw LinkFault(text, "is not for \(key): it takes bytes a second, as 150K or 2M") }
    return number * (unit ?? 1)
  }
}
