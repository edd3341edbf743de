import GalleryCore
import GalleryItems
import Glibc

/// Notices for a test that runs the program: a line for each event, so that it need not watch the screen.
///
/// `--notify FD` requests them. The lines are:
///
/// - `frame N shown`: the terminal has accepted the first N frames of the report completely. A terminal that answers
///   frames has also answered them, so it has drawn them. Numbers may be skipped; one is repeated if the terminal's first
///   answer comes later.
/// - `load ended I`: the load of item I ended with a picture or a failure. I counts from 1, as in the status line; it is
///   missing if the source has dropped the item. A canceled load has no line.
/// - `settled`: all pictures on the screen are sharp or have failed, and no frame is due. It comes once after each such
///   frame.
///
/// The descriptor is made non-blocking. A line that the reader has no room for is lost, and after a reader has left,
/// nothing is written.
package struct SessionNotices {
  /// The screen after a pass of the run loop.
  struct Screen: Hashable {
    /// The number of frames so far, all of which the terminal has accepted.
    let frames: Int
    /// Whether the terminal has answered them.
    let isAnswered: Bool
    /// Whether no change is pending.
    let isSettled: Bool
  }

  private let descriptor: Int32
  private var hasReader = true
  /// The screen of the latest notice.
  private var latest = Screen(frames: 0, isAnswered: false, isSettled: false)

  /// Whether notices can be written to a descriptor; those of the standard streams belong to the person.
  package static func canUse(_ descriptor: Int) -> Bool {
    guard descriptor > STDERR_FILENO, let number = Int32(exactly: descriptor) else { return false }
    let flags = fcntl(number, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }

  /// - Parameter descriptor: one that `canUse` accepts.
  init(to descriptor: Int32) {
    self.descriptor = descriptor
    signal(SIGPIPE, SIG_IGN)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Tells of the end of a load.
  mutating func report(_ event: Event, among items: AnyItemSnapshot) {
    switch event {
    case .pictureReady(let key, _, _), .pictureFailed(let key, _, _):
      write("load ended" + (items.place(of: key.item).map { " \($0 + 1)" } ?? ""))
    default: break
    }
  }

  /// Tells of the frames that are shown by now.
  mutating func report(_ screen: Screen) {
    let isNew = (screen.frames, screen.isAnswered) != (latest.frames, latest.isAnswered)
    if isNew { write("frame \(screen.frames) shown") }
    if screen.isSettled, isNew || !latest.isSettled { write("settled") }
    latest = screen
  }

  private mutating func write(_ line: String) {
    guard hasReader else { return }
    let bytes = Array("\(line)\n".utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    if count < 0, errno != EAGAIN, errno != EINTR { hasReader = false }
  }
}
