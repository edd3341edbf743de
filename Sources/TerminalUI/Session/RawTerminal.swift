import CTerminalGuard
import Glibc
import Raster
import TerminalGraphics

/// A terminal whose bytes pass unchanged in both directions, for a program that another one runs.
///
/// Main thread only. The terminal is restored after a crash too.
package final class RawTerminal {
  private let device: TerminalDevice

  /// Takes the program's controlling terminal over.
  package init(path: String = "/dev/tty", poller: any Poller) throws(TerminalError) {
    device = try TerminalDevice(path: path, poller: poller)
    terminal_guard_arm(device.control, -1, -1)
    takeOver()
  }

  /// The descriptor to poll for input and for room.
  package var descriptor: Int32 { device.traffic }

  /// The modes that the terminal had at first.
  package var foundModes: termios { device.foundModes }

  /// The size in cells and in pixels, as the system has it.
  package var windowSize: winsize {
    var size = winsize()
    _ = ioctl(device.control, UInt(TIOCGWINSZ), &size)
    return size
  }

  /// The waiting input, at most 4096 bytes; nil when the terminal is gone.
  package func read() -> [UInt8]? { device.read(atMost: 4096) }

  /// Writes as many bytes as the terminal takes now.
  ///
  /// - Returns: the number of bytes written.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { device.write($0) }
  }

  /// Takes the terminal over again, after this program was stopped from outside.
  package func takeOver() {
    var modes = device.foundModes
    cfmakeraw(&modes)
    device.set(modes)
  }

  /// Gives the terminal back, and stops this program with its whole job until it runs again.
  package func suspend() {
    device.set(device.foundModes)
    SignalQueue.stop(withJob: true)
    takeOver()
  }

  /// Gives the terminal back after some last bytes, for which it may need to make room.
  package func close(after bytes: [UInt8]) {
    var rest = ByteBuffer()
    rest.append(bytes)
    device.sendAll(&rest)
    device.set(device.foundModes)
    terminal_guard_disarm()
  }
}
