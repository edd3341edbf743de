import Foundation
import Glibc

/// The files of a folder that any program opens, as the system tells it.
package final class OpenedFiles {
  private struct Refusal: Error {}

  private let descriptor: Int32

  /// Watches a folder.
  package init(in folder: URL) throws {
    descriptor = inotify_init1(Int32(bitPattern: UInt32(IN_CLOEXEC) | UInt32(IN_NONBLOCK)))
    guard inotify_add_watch(descriptor, folder.path, UInt32(IN_OPEN)) >= 0 else { throw Refusal() }
  }

  deinit { close(descriptor) }

  /// The names of the files that were opened since the last call.
  package func names() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var names: [String] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return names }
      var place = 0
      while place < count {
        let length = buffer[place...].withUnsafeBytes {
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        }
        let name = buffer[place + 16..<place + 16 + length].prefix { $0 != 0 }
        // The folder itself is opened by each program that lists it.
        if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
        place += 16 + length
      }
    }
  }
}
