import Glibc

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
