import GalleryItems
import Glibc
import SourceItems

/// Reads the dates when pictures were taken, from the beginnings of their files and, for some
/// formats, from later parts.
package struct PictureDates: Sendable {
  /// Returns the bytes of a file at an offset with a length; nil outside the file.
  package typealias Field = (_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer?

  /// The number of bytes to read first: an EXIF block takes at most 64 KB.
  static let length = 70_000

  private let find: @Sendable (UnsafeRawBufferPointer, Field) -> String?

  /// - Parameter find: returns the date in a file, such as `2021-07-04 12:34:56`; nil if it has
  ///   none. It gets the first bytes, and may request later fields, each valid until the next.
  package init(_ find: @escaping @Sendable (UnsafeRawBufferPointer, Field) -> String?) {
    self.find = find
  }

  /// A reader without dates.
  static let none = PictureDates { _, _ in nil }

  /// Returns the date when a picture was taken, in nanoseconds since 1970; nil if its file has none.
  ///
  /// Cameras store local time, which is interpreted in this machine's time zone.
  func dateTaken(at path: [UInt8], into buffer: inout [UInt8]) -> Int? {
    let file = path.withPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    let count = pread(file, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    return buffer.withUnsafeBytes { bytes in
      let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      let reader = FieldReader(file, beginning: beginning)
      return find(beginning, reader.field).flatMap(CameraDate.nanoseconds)
    }
  }

}

/// Reads fields of an open file; a field may reuse the memory of the previous one.
private final class FieldReader {
  private static let maxLength = 1 << 20

  private let file: Int32
  private let beginning: UnsafeRawBufferPointer
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter beginning: the first bytes of the file, valid as long as this object.
  init(_ file: Int32, beginning: UnsafeRawBufferPointer) {
    self.file = file
    self.beginning = beginning
  }

  deinit { memory.deallocate() }

  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, 0...Self.maxLength ~= length else { return nil }
    if offset <= beginning.count - length {
      return UnsafeRawBufferPointer(rebasing: beginning[offset..<offset + length])
    }
    if memory.count < length {
      memory.deallocate()
      memory = .allocate(byteCount: length, alignment: 1)
    }
    guard pread(file, memory.baseAddress, length, offset) == length else { return nil }
    return UnsafeRawBufferPointer(rebasing: memory[..<length])
  }
}

/// Reads the dates of a folder's pictures one after the other, while the pictures are shown.
struct DateReading {
  private static let patience = Duration.milliseconds(10)

  private let dates: PictureDates
  private var buffer: [UInt8] = []
  /// The number of the next picture to read.
  private var next = 0
  /// The dates found when pictures were decoded.
  private var learned: [ItemID: Int] = [:]

  init(_ dates: PictureDates) { self.dates = dates }

  /// Whether there are pictures whose dates are not read yet.
  func hasMore(in listing: FolderListing) -> Bool {
    !learned.isEmpty || next < listing.datableCount
  }

  /// Adds the date of a picture that was decoded.
  mutating func add(_ date: Int, of item: ItemID) { learned[item] = date }

  /// Restarts reading all dates.
  mutating func startAnew() { next = 0 }

  /// Reads some more dates.
  mutating func readOn(into listing: inout FolderListing) {
    let end = ContinuousClock.now + Self.patience
    while next < listing.datableCount, ContinuousClock.now < end {
      // A decoded date is preferred, because the decoder may have read more of the file.
      if learned[ItemID(rawValue: next)] == nil, let file = listing.file(next),
        let date = dateTaken(at: listing.path(of: file))
      {
        listing.updateKey(of: next, takenAt: date)
      }
      next += 1
    }
    for (item, date) in learned { listing.place(item, takenAt: date) }
    if next >= listing.datableCount { learned = [:] }
  }

  mutating func dateTaken(at path: [UInt8]) -> Int? {
    if buffer.isEmpty { buffer = Array(repeating: 0, count: PictureDates.length) }
    return dates.dateTaken(at: path, into: &buffer)
  }
}

extension FolderListing {
  /// The number of pictures at the last change to be sorted by the dates in their files, including
  /// pictures that are gone.
  var datableCount: Int { sorting.order == .taken ? order.numberedCount : 0 }
}
