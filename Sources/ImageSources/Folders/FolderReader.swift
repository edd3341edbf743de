import Glibc

/// Reads which pictures are in a folder, and in those below it if that is asked for.
///
/// Hidden names are left out. Loops of links are read once; devices, pipes and links to nothing are passed over.
/// Only names without an ending cost a look at a file: its first bytes say whether it is a picture.
struct FolderReader {
  /// What a name stands for.
  enum Kind: Hashable {
    case picture, folder, other
  }

  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// A folder whose names are being read.
  private struct Open {
    let stream: OpaquePointer
    let number: Int
    /// Its path below the root, with a slash at its end; empty for the root.
    let path: [UInt8]
  }

  private static let patience = Duration.milliseconds(20)

  private let root: [UInt8]
  private let isRecursive: Bool
  private let named: [UInt8]?
  private var waiting: [[UInt8]] = []
  private var open: Open?
  private var visited: Set<Identity> = []
  /// Whether some names have taken long.
  private var isSlow = false
  /// The folders that were found and not read.
  private(set) var leftOutFolders = 0
  /// The folders below the root that could not be read.
  private(set) var unreadableFolders = 0

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - root: its path, with a slash at its end unless it is empty.
  ///   - named: a picture in it that the person named, and that shows even if it is hidden.
  /// - Throws: if it cannot be read.
  init(
    root: [UInt8], isRecursive: Bool, named: [UInt8]? = nil
  ) throws(SourceError) {
    self.root = root
    self.isRecursive = isRecursive
    self.named = named
    guard let stream = opened([]) else {
      throw .unreadable(
        String(decoding: root, as: UTF8.self), reason: String(cString: strerror(errno)))
    }
    open = Open(stream: stream, number: 0, path: [])
  }

  /// Reads some names, and adds those of pictures to a listing.
  ///
  /// On a slow mount these are few, so that the caller can show them, and hear what the person wants.
  ///
  /// - Parameter willRead: called before a folder below the root is read, with its path and number.
  /// - Returns: whether there may be more.
  mutating func readOn(
    into listing: inout FolderListing, willRead: (_ path: [UInt8], _ number: Int) -> Void
  ) -> Bool {
    let end = ContinuousClock.now + Self.patience
    for number in 1...256 {
      // A clock that is read for each name would take a tenth of the time of a fast folder.
      if number.isMultiple(of: isSlow ? 1 : 16), ContinuousClock.now > end {
        isSlow = true
        return true
      }
      guard let folder = open ?? nextFolder(in: &listing, willRead) else { return false }
      guard let entry = readdir(folder.stream) else {
        close()
        continue
      }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
        take(name, type: Int(entry.pointee.d_type), in: folder, into: &listing)
      }
    }
    return true
  }

  /// Ends the reading before its end.
  mutating func close() {
    if let open { closedir(open.stream) }
    open = nil
  }

  private mutating func take(
    _ name: UnsafeRawBufferPointer, type: Int, in folder: Open, into listing: inout FolderListing
  ) {
    let isNamed = folder.number == 0 && named?.elementsEqual(name) == true
    guard isNamed || name.first != UInt8(ascii: "."), !name.isEmpty else { return }
    let descriptor = dirfd(folder.stream)
    switch Self.kind(of: name, type: type, in: descriptor) {
    case .folder:
      if isRecursive {
        waiting.append(folder.path + name + [UInt8(ascii: "/")])
      } else {
        leftOutFolders += 1
      }
    case .picture:
      let status = listing.sorting.needsStatus ? FileStatus(of: name, in: descriptor) : nil
      listing.add(name, inFolder: folder.number, status: status)
    case .other: break
    }
  }

  private mutating func nextFolder(
    in listing: inout FolderListing, _ willRead: (_ path: [UInt8], _ number: Int) -> Void
  ) -> Open? {
    while let path = waiting.popLast() {
      guard let stream = opened(path) else { continue }
      let number = listing.number(ofFolder: path)
      willRead(root + path, number)
      open = Open(stream: stream, number: number, path: path)
      return open
    }
    return nil
  }

  /// A folder that has not been read; nil for one that has, by another way, and for one that cannot be.
  private mutating func opened(_ path: [UInt8]) -> OpaquePointer? {
    guard let stream = (root + path).folderPath.withPath({ opendir($0) }) else {
      if !path.isEmpty { unreadableFolders += 1 }
      return nil
    }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0,
      visited.insert(Identity(device: status.st_dev, inode: status.st_ino)).inserted
    else {
      closedir(stream)
      return nil
    }
    return stream
  }

  // MARK: - What a name stands for

  /// - Parameters:
  ///   - type: what the folder says of it, such as `DT_REG`; `DT_UNKNOWN` if it says nothing.
  ///   - folder: the descriptor of the folder.
  static func kind(of name: UnsafeRawBufferPointer, type: Int, in folder: Int32) -> Kind {
    var type = type
    if type == DT_LNK || type == DT_UNKNOWN {
      var status = stat()
      guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFREG: type = Int(DT_REG)
      case S_IFDIR: type = Int(DT_DIR)
      default: return .other
      }
    }
    if type == DT_DIR { return .folder }
    guard type == DT_REG else { return .other }
    if PictureNames.isPicture(name) { return .picture }
    return !name.contains(UInt8(ascii: ".")) && beginsAsPicture(name, in: folder)
      ? .picture : .other
  }

  private static func beginsAsPicture(_ name: UnsafeRawBufferPointer, in folder: Int32) -> Bool {
    let file = Array(name).withPath { openat(folder, $0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    var bytes = [UInt8](repeating: 0, count: PictureNames.signatureLength)
    let count = read(file, &bytes, bytes.count)
    return count > 0 && PictureNames.isPicture(beginningWith: bytes[..<count])
  }
}

extension FileStatus {
  /// What the system says of a file in a folder; nil if it is not there.
  init?(of name: UnsafeRawBufferPointer, in folder: Int32) {
    var status = stat()
    guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return nil }
    changedAt = Int(nanosecondsAt: status.st_mtim)
    bytes = Int(status.st_size)
  }
}

extension Int {
  /// Nanoseconds since 1970, which reach from 1678 to 2262; times beyond are the first or the last of these.
  init(nanosecondsAt time: timespec) {
    let (whole, isBeyond) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLast) = whole.addingReportingOverflow(time.tv_nsec)
    self = isBeyond || isLast ? (time.tv_sec < 0 ? .min : .max) : sum
  }
}

extension [UInt8] {
  /// The path of a folder: an empty one is the current folder's.
  var folderPath: [UInt8] { isEmpty ? [UInt8(ascii: ".")] : self }

  /// Calls a function with the path that these bytes are.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { path in
      for (index, byte) in enumerated() { path[index] = CChar(bitPattern: byte) }
      path[count] = 0
      return path.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { body(UnsafePointer($0)) } ?? body("")
      }
    }
  }
}

extension FileStatus {
  /// What the system says of a file; nil if it is not there.
  init?(at path: [UInt8]) {
    guard let status = path.withUnsafeBytes({ FileStatus(of: $0, in: AT_FDCWD) }) else {
      return nil
    }
    self = status
  }
}
