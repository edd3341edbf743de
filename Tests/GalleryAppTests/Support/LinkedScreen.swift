import Glibc
import LinkSupport
import Raster
import TerminalGraphics
import TestSupport
import VTermSupport

/// A screen at the other end of a link, in virtual time.
///
/// Bytes wait in the link's queue, which may be full, leave one after the other at its rate, and are answered over it.
final class LinkedScreen: TerminalOutput {
  /// A frame, or a part of one, that was written.
  struct Write {
    let at: Duration
    let shownAt: Duration
  }

  /// The time that the terminal takes for a frame.
  private static let reading = Duration.milliseconds(1)

  let screen: VTermScreen
  private(set) var writes: [Write] = []
  /// The number of writes that the queue did not take whole.
  private(set) var cutWrites = 0
  /// When the answers arrive that are on their way.
  private(set) var answers: [Duration] = []
  private let time: VirtualTime
  private let link: Link
  private let work: Duration
  private let room: RoomSignal
  /// The instant at which the link has carried all bytes.
  private var freeAt = Duration.zero

  /// - Parameter work: the time that the program takes for each frame.
  init(_ time: VirtualTime, size: CellSize, link: Link, work: Duration) throws {
    self.time = time
    self.link = link
    self.work = work
    screen = VTermScreen(size: size)
    room = try RoomSignal()
  }

  var descriptor: Int32? { room.descriptor }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    time.pass(work)
    let now = time.now
    let queued = link.bytesPerSecond.map { Int(max(.zero, freeAt - now) / .seconds(1) * $0) } ?? 0
    let count = max(0, min(bytes.count, link.queueBytes - queued))
    if count < bytes.count {
      cutWrites += 1
      room.close()
      let rest = queued + count - link.queueBytes / 2
      time.schedule(at: now + transferTime(of: rest)) { [room] in room.open() }
    }
    if count > 0 { send(bytes.prefix(count), at: now) }
    return count
  }

  private func send(_ bytes: Slice<UnsafeRawBufferPointer>, at now: Duration) {
    freeAt = link.reads(from: max(now, freeAt)) + transferTime(of: bytes.count)
    let arrival = freeAt + link.roundTrip / 2 + Self.reading
    writes.append(Write(at: now, shownAt: arrival))
    screen.feed(Array(bytes))
    let replies = screen.replies.count { $0 == 0x1B }
    screen.replies = []
    answers += Array(repeating: arrival + link.roundTrip / 2, count: replies)
  }

  private func transferTime(of count: Int) -> Duration {
    link.bytesPerSecond.map { .seconds(Double(count) / $0) } ?? .zero
  }

  /// Removes the answers that have come by an instant, and counts them.
  func takeAnswers(until now: Duration) -> Int {
    let come = answers.prefix { $0 <= now }
    answers.removeFirst(come.count)
    return come.count
  }
}

/// A descriptor that can be written to while there is room: the end of a pipe that is empty or full.
private final class RoomSignal: Sendable {
  let descriptor: Int32
  private let otherEnd: Int32

  private struct Failure: Error {}

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure() }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (otherEnd, descriptor) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(otherEnd)
    Glibc.close(descriptor)
  }

  func close() {
    let block = [UInt8](repeating: 0, count: 65_536)
    while Glibc.write(descriptor, block, block.count) > 0 {}
  }

  func open() {
    var block = [UInt8](repeating: 0, count: 65_536)
    while read(otherEnd, &block, block.count) > 0 {}
  }
}
