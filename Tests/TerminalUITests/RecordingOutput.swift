import TerminalUI

/// A sink that keeps what it is given, and takes no more than `room` bytes between two refills.
final class RecordingOutput: TerminalOutput {
  private(set) var bytes: [UInt8] = []
  var room = Int.max

  /// Any number will do: nothing polls it.
  var descriptor: Int32? { 0 }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let taken = bytes.prefix(room)
    self.bytes += taken
    if room < Int.max { room -= taken.count }
    return taken.count
  }

  /// Everything that came since the last call.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
