import FoundationEssentials

/// A file's bytes where they stay, for a C library that keeps pointers into them.
struct FileBytes: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Copies them.
  init(_ data: Data) {
    bytes = .allocate(byteCount: data.count, alignment: 1)
    bytes.copyBytes(from: data)
  }

  deinit { bytes.deallocate() }

  /// Valid as long as this is.
  var pointer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }
}
