import GalleryItems

/// The rate at which pictures arrive over a network, averaged over about a second.
///
/// It changes at most twice a second, and only while a picture on the screen loads. Bytes count
/// once, even if several loads of an item share a transfer.
struct ReceiveRate: Sendable {
  /// The interval between figures; a figure covers the last two intervals.
  static let period: Duration = .milliseconds(500)

  private struct Transfer: Hashable {
    let item: ItemID
    let attempt: Int

    init(_ key: TileKey) {
      item = key.item
      attempt = key.attempt
    }
  }

  /// The bytes per second; nil at rest, and while nothing arrives.
  private(set) var bytesPerSecond: Int?
  /// The counted bytes of each pending transfer.
  private var underWay: [Transfer: Int] = [:]
  /// The bytes of transfers that ended in this or the previous interval, for loads that shared
  /// them.
  private var ended: [Transfer: Int] = [:]
  private var endedBefore: [Transfer: Int] = [:]
  /// The start of the interval; nil at rest.
  private var start: Duration?
  private var arrived = 0
  /// The bytes and the length of the previous interval.
  private var former = (bytes: 0, length: Duration.zero)

  /// The time of the next figure; nil if it can't differ from the current one.
  var nextFigure: Duration? {
    guard let start, arrived > 0 || bytesPerSecond != nil else { return nil }
    return start + Self.period
  }

  /// Notes how many bytes of a picture have arrived over a network.
  mutating func record(_ key: TileKey, receivedBytes bytes: Int) {
    let transfer = Transfer(key)
    let counted = counted(of: transfer)
    guard bytes > counted else { return }
    arrived += bytes - counted
    underWay[transfer] = bytes
  }

  /// Notes that a load waits for its next attempt, whose bytes are counted from 0.
  mutating func restart(_ key: TileKey) { underWay[Transfer(key)] = nil }

  /// Forgets transfers of items that are no longer awaited.
  ///
  /// A load that was stopped while waiting, or that shared a transfer, reports no end.
  mutating func keep(_ isKnown: (_ item: ItemID) -> Bool) {
    for transfer in underWay.keys where !isKnown(transfer.item) { underWay[transfer] = nil }
  }

  /// Notes the end of a load that received this many bytes over a network in total.
  mutating func end(_ key: TileKey, receivedBytes bytes: Int) {
    record(key, receivedBytes: bytes)
    let transfer = Transfer(key)
    ended[transfer] = counted(of: transfer)
    underWay[transfer] = nil
  }

  /// Computes the figure at the end of an interval; call it before handling the events of an
  /// instant.
  mutating func advance(to now: Duration) {
    guard let start, now - start >= Self.period else { return }
    let (length, bytes) = (now - start, arrived)
    let seconds = (length + former.length).milliseconds / 1_000
    let rate = Int(Double(bytes + former.bytes) / seconds)
    bytesPerSecond = rate > 0 ? rate : nil
    former = (bytes, min(length, Self.period))
    arrived = 0
    self.start = now
    endedBefore = ended
    ended = [:]
  }

  /// Starts with the first loading picture on the screen, and rests after the last.
  mutating func update(isLoading: Bool, at now: Duration) {
    guard isLoading else { return rest() }
    if start == nil { start = now }
  }

  /// Resets the figures, but keeps the counts of pending transfers.
  private mutating func rest() {
    bytesPerSecond = nil
    start = nil
    arrived = 0
    former = (0, .zero)
    ended = [:]
    endedBefore = [:]
  }

  private func counted(of transfer: Transfer) -> Int {
    underWay[transfer] ?? ended[transfer] ?? endedBefore[transfer] ?? 0
  }
}

extension ReceiveRate {
  /// Notes the bytes of an event; local pictures have none.
  mutating func record(_ event: Event, of board: TileBoard) {
    switch event {
    case .pictureProgress(let key, let progress):
      guard board.tiles[key.item]?.url?.isRemote == true else { return }
      if progress.isWaiting { return restart(key) }
      record(key, receivedBytes: progress.fetchedBytes)
    case .pictureReady(let key, _, let cost): end(key, receivedBytes: cost.bytes)
    case .pictureFailed(let key, _, _): end(key, receivedBytes: 0)
    case .loadStopped(let key, let bytes): end(key, receivedBytes: bytes)
    default: break
    }
  }
}
