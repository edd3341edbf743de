import GalleryItems
import Glibc
import SourceItems

/// Finds when pictures were taken, in the beginnings of their files and, for some formats, further on.
package struct PictureDates: Sendable {
  /// Bytes of a file at an offset, of a length; nil outside the file.
  package typealias Field = (_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer?

  /// The bytes of a file that are read first: an EXIF block takes 64 KB at most.
  static let length = 70_000

  private let find: @Sendable (UnsafeRawBufferPointer, Field) -> String?

  /// - Parameter find: the date in a file, such as `2021-07-04 12:34:56`; nil if it has none. It gets the first
  ///   bytes, and asks for fields further on, each valid until the next.
  package init(_ find: @escaping @Sendable (UnsafeRawBufferPointer, Field) -> String?) {
    self.find = find
  }

  /// No dates.
  static let none = PictureDates { _, _ in nil }

  /// When a picture was taken, in nanoseconds since 1970; nil if its file does not say.
  ///
  /// Cameras note the time of the place, which counts as the time here.
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

/// Reads fields of an open file; each may take the memory of the one before it.
private final class FieldReader {
  private static let maxLength = 1 << 20

  private let file: Int32
  private let beginning: UnsafeRawBufferPointer
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter beginning: the file's first bytes, which stay where they are.
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

/// Reads the dates of a folder's pictures, one after the other, while the pictures are shown.
struct DateReading {
  private static let patience = Duration.milliseconds(10)

  private let dates: PictureDates
  private var buffer: [UInt8] = []
  /// The number of the next picture to look at, and the base of such numbers.
  private var next = 0
  private var base = 0
  /// The dates that pictures turned out to have when they were decoded.
  private var learned: [ItemID: Int] = [:]

  init(_ dates: PictureDates) { self.dates = dates }

  /// Whether there are pictures whose dates are not read.
  func hasMore(in listing: FolderListing) -> Bool {
    if !learned.isEmpty { return true }
    return listing.base != base ? listing.datableCount > 0 : next < listing.datableCount
  }

  /// Adds the date that a picture turned out to have.
  mutating func add(_ date: Int, of item: ItemID) { learned[item] = date }

  /// Reads all dates again.
  mutating func startAnew() { next = 0 }

  /// Reads some more dates.
  mutating func readOn(into listing: inout FolderListing) {
    if listing.base != base { (base, next) = (listing.base, 0) }
    let end = ContinuousClock.now + Self.patience
    while next < listing.datableCount, ContinuousClock.now < end {
      // The decoder knows better: it may have read more of the file.
      if learned[ItemID(rawValue: base + next)] == nil, let file = listing.file(next),
        let date = dateTaken(at: listing.path(of: file))
      {
        listing.note(next, takenAt: date)
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
  /// The number of pictures at the last change that may be sorted by the dates in their files, those that are
  /// gone included.
  var datableCount: Int { sorting.order == .taken ? order.numberedCount : 0 }
}
