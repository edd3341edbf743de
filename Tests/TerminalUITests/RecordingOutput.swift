import TerminalGraphics
import TerminalUI

/// A sink that keeps its bytes, and takes no more than `room` of them between two refills.
final class RecordingOutput: TerminalOutput {
  private(set) var bytes: [UInt8] = []
  var room = Int.max

  /// Any number will do, because it is never polled.
  var descriptor: Int32? { 0 }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let taken = bytes.prefix(room)
    self.bytes += taken
    if room < Int.max { room -= taken.count }
    return taken.count
  }

  /// The bytes since the last call.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
