import Glibc
import Raster
import TerminalUI

/// The terminal that a relayed command writes to.
protocol InnerTerminal: AnyObject {
  /// The descriptor to poll for output and for room.
  var descriptor: Int32 { get }

  /// The command's waiting output; nil when no process has the terminal open.
  func read() -> [UInt8]?

  /// Writes as many bytes as the terminal takes now, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>) -> Int

  func resize(to size: winsize)
}

extension PseudoTerminal: InnerTerminal {}

/// The terminal that shows what a relayed command writes.
protocol OuterTerminal: AnyObject {
  /// The descriptor to poll for input and for room; nil if there is always room.
  var descriptor: Int32 { get }

  /// The waiting input; nil when the terminal is gone.
  func read() -> [UInt8]?

  /// Writes as many bytes as the terminal takes now, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>) -> Int

  /// Follows the size of the command's terminal.
  func resize(to size: CellSize)
}

extension RawTerminal: OuterTerminal {
  /// Does nothing: the size comes from here.
  func resize(to size: CellSize) {}
}

/// A terminal in memory: it answers queries at once, and types nothing.
final class HeadlessTerminal: OuterTerminal {
  private let terminal: EmulatedTerminal

  init(_ terminal: EmulatedTerminal) { self.terminal = terminal }

  /// No descriptor, as `poll` ignores negative ones.
  let descriptor: Int32 = -1

  func read() -> [UInt8]? { terminal.answers() }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    terminal.feed(bytes)
    return bytes.count
  }

  func resize(to size: CellSize) { terminal.resize(to: size) }
}
