import Glibc
import SourceItems

/// Watches folders with inotify for files that are added, changed and removed.
///
/// A file counts as added when its writer closes it, and not when it is created: it is incomplete until then.
final class FolderWatch {
  /// A change in a watched folder.
  enum Event: Hashable {
    /// A file was written or moved here; one that was only created may still be empty.
    case came(FolderListing.File, isOnlyMade: Bool)
    case went(FolderListing.File)
    /// A subfolder was added or removed.
    case foldersChanged
    /// Some events were lost: read everything again.
    case lost
    /// The root folder is gone.
    case ended
  }

  /// The result of watching a folder.
  enum Outcome {
    /// The folder is watched from now on, or was already watched.
    case begun, known
    /// The folder doesn't exist, or can't be read.
    case failed
    /// The system can't watch more folders.
    case refused
  }

  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  let descriptor: Int32
  /// The numbers of folders, by watch descriptor.
  private var folders: [Int32: Int] = [:]
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// Creates a watch; returns nil if the system has no resources left.
  init?() {
    descriptor = inotify_init1(Int32(bitPattern: UInt32(IN_CLOEXEC) | UInt32(IN_NONBLOCK)))
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches a folder from now on.
  func watch(_ path: [UInt8], as number: Int) -> Outcome {
    let watch = path.folderPath.withPath { inotify_add_watch(descriptor, $0, Self.mask) }
    if watch < 0 { return [ENOSPC, ENOMEM].contains(errno) ? .refused : .failed }
    return folders.updateValue(number, forKey: watch) == nil ? .begun : .known
  }

  /// Returns the pending events.
  func takeEvents() -> [Event] {
    var events: [Event] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return events }
      buffer.withUnsafeBytes { bytes in
        var rest = bytes[..<count]
        while let event = takeEvent(from: &rest) { events.append(event) }
      }
    }
  }

  /// Parses an event: a `struct inotify_event`, followed by its name.
  private func takeEvent(from bytes: inout Slice<UnsafeRawBufferPointer>) -> Event? {
    while bytes.count >= MemoryLayout<inotify_event>.size {
      let record = UnsafeRawBufferPointer(rebasing: bytes)
      let header = record.loadUnaligned(as: inotify_event.self)
      let start = MemoryLayout<inotify_event>.size
      let end = start + Int(header.len)
      guard end <= record.count else { return nil }
      bytes = bytes.dropFirst(end)
      let name = record[start..<end].prefix { $0 != 0 }
      if let event = event(header, name: Array(name)) { return event }
    }
    return nil
  }

  private func event(_ header: inotify_event, name: [UInt8]) -> Event? {
    func has(_ flag: some BinaryInteger) -> Bool { header.mask & UInt32(flag) != 0 }
    if has(IN_Q_OVERFLOW) { return .lost }
    guard let folder = folders[header.wd] else { return nil }
    if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
      return folder == 0 ? .ended : .foldersChanged
    }
    guard let first = name.first, first != UInt8(ascii: ".") else { return nil }
    if has(IN_ISDIR) { return has(IN_CLOSE_WRITE) ? nil : .foldersChanged }
    let file = FolderListing.File(name: name, folder: folder)
    return has(IN_DELETE) || has(IN_MOVED_FROM)
      ? .went(file) : .came(file, isOnlyMade: has(IN_CREATE))
  }
}
