import GalleryItems
import SourceItems

/// Finds what pictures are sorted by, some at a time, so that a slow mount holds nothing up.
struct FactReading {
  /// The time for which another order waits for the status of files.
  static let patience = Duration.seconds(1)

  private var statuses = StatusReading()
  private var dates: DateReading

  init(_ dates: PictureDates) { self.dates = DateReading(dates) }

  /// Whether the status of every file is known that is needed.
  var hasStatuses: Bool { statuses.isOver }

  func isOver(in listing: FolderListing) -> Bool {
    statuses.isOver && !dates.hasMore(in: listing)
  }

  /// Adds pictures of a listing whose status is not known.
  mutating func add(_ numbers: Range<Int>, of listing: FolderListing) {
    statuses.add(numbers, of: listing)
  }

  /// Finds everything again that the order of a listing needs.
  mutating func startAnew(in listing: FolderListing) {
    statuses.startAnew(in: listing)
    dates.startAnew()
  }

  /// Finds some more.
  mutating func readOn(into listing: inout FolderListing) {
    if statuses.isOver { dates.readOn(into: &listing) } else { statuses.readOn(into: &listing) }
  }

  /// Adds the date that a picture turned out to have.
  mutating func add(_ date: Int, of item: ItemID) { dates.add(date, of: item) }

  mutating func dateTaken(at path: [UInt8]) -> Int? { dates.dateTaken(at: path) }
}

/// Asks the system for the status of files.
private struct StatusReading {
  private static let patience = Duration.milliseconds(10)

  /// The numbers of the pictures whose status is not known.
  private var unknown = RangeSet<Int>()
  /// The base of these numbers.
  private var base = 0

  var isOver: Bool { unknown.isEmpty }

  /// Adds pictures of a listing whose status is not known.
  mutating func add(_ numbers: Range<Int>, of listing: FolderListing) {
    follow(listing)
    if listing.sorting.needsStatus { unknown.insert(contentsOf: numbers) }
  }

  /// Reads the status of all pictures anew, if the order needs it.
  mutating func startAnew(in listing: FolderListing) {
    unknown = RangeSet()
    add(0..<listing.nameCount, of: listing)
  }

  /// Reads some more.
  mutating func readOn(into listing: inout FolderListing) {
    follow(listing)
    let end = ContinuousClock.now + Self.patience
    while let range = unknown.ranges.first {
      var number = range.lowerBound
      defer { unknown.remove(contentsOf: range.lowerBound..<number) }
      while number < range.upperBound {
        if ContinuousClock.now > end { return }
        if let file = listing.file(number) {
          listing.note(number, status: FileStatus(at: listing.path(of: file)))
        }
        number += 1
      }
    }
  }

  /// Pictures get new numbers once most have gone.
  private mutating func follow(_ listing: FolderListing) {
    guard listing.base != base else { return }
    let isUnknown = !isOver
    base = listing.base
    unknown = RangeSet()
    if isUnknown { unknown.insert(contentsOf: 0..<listing.nameCount) }
  }
}

extension FolderListing {
  /// A picture; nil if it is gone.
  func file(_ number: Int) -> File? {
    number < order.numberedCount && order.place(of: number) == nil ? nil : File(names.table[number])
  }

  /// Places a picture by the status of its file.
  mutating func note(_ number: Int, status: FileStatus?) {
    note(number, value: sorting.value(of: names.table[number].bytes, status: status))
  }

  /// Places a picture by the date in its file.
  mutating func note(_ number: Int, takenAt date: Int) { note(number, value: date) }

  /// Places an item by the date that its picture turned out to have, if the order is that of dates taken.
  mutating func place(_ item: ItemID, takenAt date: Int) {
    let number = item.rawValue - base
    guard 0..<datableCount ~= number, file(number) != nil else { return }
    note(number, takenAt: date)
  }

  private mutating func note(_ number: Int, value: Int) {
    guard values[number] != value else { return }
    values[number] = value
    if !news.isReordered, number < order.numberedCount { news.moved.insert(UInt32(number)) }
  }
}
