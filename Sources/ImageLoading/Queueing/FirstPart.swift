/// Learns of a host's pictures how much to ask for at first.
///
/// The beginning of a file may show a tile all that the whole would: it has a thumbnail, or the first scan of a
/// progressive picture. Where it does not, it says how much more does, and asking for that takes another answer's
/// time. So the part is asked for that would have saved most with the latest pictures, all of them together.
///
/// - Complexity: O(1); a note adds up 16 pictures for each of eight sizes.
package struct FirstPart: Hashable, Sendable {
  private struct Picture: Hashable {
    let bytes: Int
    /// The bytes that showed all; nil if the whole was needed.
    let needed: Int?
    /// Nil if only a part came.
    let secondsPerByte: Double?
  }

  /// The parts that may be asked for: first scans of small pictures end within the least, thumbnails within 16 KB.
  private static let sizes = [4, 8, 12, 16, 24, 32, 48, 64].map { $0 << 10 }
  private static let capacity = 16
  /// The fewest pictures from which anything is learned.
  private static let enough = 3
  /// Less, in seconds for each picture that is longer than the part, is not worth a second request when the whole is
  /// wanted.
  private static let leastGain = 0.1
  /// Less is no reason to stop: parts leave the link freer, at which they seem to gain less.
  private static let leastGainToGoOn = 0.05
  /// Less than this share of the time of an answer is less than the estimate is worth.
  private static let leastShare = 0.1
  /// Of so many requests one is for all: its rate tells whether parts are still worth it.
  private static let requestsForWhole = 16

  private var pictures: [Picture] = []
  private var next = 0
  /// How long each byte takes: a moving average over pictures that came whole; nil before the first.
  private var secondsPerByte: Double?
  private var partsInARow = 0
  private var isRefused = false
  /// The bytes to ask for; nil for all of them.
  private(set) var bytes: Int?

  package init() {}

  /// Notes a picture that is there.
  ///
  /// - Parameters:
  ///   - bytes: the size of its file.
  ///   - needed: how many of them showed all; nil if all were needed.
  ///   - secondsPerByte: how long each byte took; nil if only a part came.
  ///   - firstByte: how long an answer takes to begin.
  mutating func note(
    bytes: Int, needed: Int?, secondsPerByte: Double?, firstByte: Duration
  ) {
    let rate = secondsPerByte.map { max(0, $0) }
    if let rate { self.secondsPerByte = self.secondsPerByte.map { $0 + (rate - $0) / 4 } ?? rate }
    let picture = Picture(bytes: bytes, needed: needed, secondsPerByte: rate)
    if pictures.count < Self.capacity {
      pictures.append(picture)
    } else {
      pictures[next] = picture
    }
    next = (next + 1) % Self.capacity
    guard pictures.count >= Self.enough, !isRefused else { return }
    let answer = firstByte / .seconds(1)
    let best = Self.sizes.map { (size: $0, gain: gain(of: $0, answer)) }.max { $0.gain < $1.gain }
    let leastGain = self.bytes == nil ? Self.leastGain : Self.leastGainToGoOn
    let least = max(leastGain, answer * Self.leastShare)
    self.bytes = best.flatMap { best in
      let longer = pictures.count { $0.bytes > best.size }
      return longer > 0 && best.gain >= least * Double(longer) ? best.size : nil
    }
  }

  /// The bytes to ask for now; one time in sixteen all of them, whatever is known.
  mutating func take() -> Int? {
    partsInARow = bytes == nil || partsInARow == Self.requestsForWhole - 1 ? 0 : partsInARow + 1
    return partsInARow == 0 ? nil : bytes
  }

  /// Asks for all from now on: the host answers badly.
  mutating func refuse() {
    isRefused = true
    bytes = nil
  }

  /// The seconds that a part of this size would have saved.
  private func gain(of size: Int, _ answer: Double) -> Double {
    guard let average = secondsPerByte else { return 0 }
    return pictures.reduce(0.0) { sum, picture in
      guard picture.bytes > size else { return sum }
      let needed = max(size, picture.needed ?? picture.bytes)
      let saved = Double(picture.bytes - needed) * (picture.secondsPerByte ?? average)
      return sum + saved - (needed > size ? answer : 0)
    }
  }
}
