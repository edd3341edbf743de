import CTerminalEmulator
import FrameProfiling
import Glibc
import Raster

/// A terminal in memory, by libvterm.
///
/// It has no dim, italic or blinking style. Palette colors have 0xAA in the top byte and the index in the lowest.
package final class EmulatedTerminal: ScreenModel {
  private let emulator: OpaquePointer
  private var filter = CommandFilter()
  /// The size of the emulator's cells, which the surface of an update must have.
  private var size: CellSize

  /// - Throws: if libvterm is not installed.
  package init(size: CellSize) throws(RelayError) {
    guard let emulator = terminal_emulator_create(Int32(size.columns), Int32(size.rows)) else {
      throw .noEmulator
    }
    self.emulator = emulator
    self.size = size
  }

  deinit { terminal_emulator_free(emulator) }

  package func feed(_ bytes: ArraySlice<UInt8>) {
    filter.removing(from: Array(bytes)).withUnsafeBytes {
      terminal_emulator_feed(emulator, $0.baseAddress, $0.count)
    }
  }

  package func update(_ surface: inout Surface) -> Int {
    guard surface.size == size else { return 0 }
    return surface.withMutableCells { cells in
      cells.withUnsafeMutableBufferPointer { cells in
        // A cell of the emulator has the layout of a `Cell`: four words.
        terminal_emulator_update(
          emulator,
          UnsafeMutableRawPointer(cells.baseAddress)?.assumingMemoryBound(to: EmulatedCell.self))
      }
    }
  }

  package var cursor: CellPoint {
    var (column, row): (Int32, Int32) = (0, 0)
    terminal_emulator_cursor(emulator, &column, &row)
    return CellPoint(column: Int(column), row: Int(row))
  }

  package func resize(to size: CellSize) {
    self.size = size
    terminal_emulator_resize(emulator, Int32(size.columns), Int32(size.rows))
  }

  /// The answers to queries since the last call.
  func answers() -> [UInt8] {
    var answers: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 256)
    while case let count = terminal_emulator_answers(emulator, &buffer, buffer.count), count > 0 {
      answers += buffer.prefix(count).map(UInt8.init(bitPattern:))
    }
    return answers
  }
}

/// The reason why a command can't be profiled.
package enum RelayError: Error, Equatable, CustomStringConvertible {
  case noEmulator
  case systemFailure(call: String, errno: Int32)

  package var description: String {
    switch self {
    case .noEmulator: "profile needs libvterm to follow the screen: apt install libvterm0"
    case .systemFailure(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }
}
