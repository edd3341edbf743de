import GalleryItems
import SourceItems

/// Reads the sort keys of pictures in small steps, so that a slow mount blocks nothing else.
struct FactReading {
  /// The longest time that another order waits for the status of files.
  static let patience = Duration.seconds(1)

  private var statuses = StatusReading()
  private var dates: DateReading

  init(_ dates: PictureDates) { self.dates = DateReading(dates) }

  /// Whether the status of every file is known, if needed.
  var hasStatuses: Bool { statuses.isOver }

  func isOver(in listing: FolderListing) -> Bool {
    statuses.isOver && !dates.hasMore(in: listing)
  }

  /// Adds pictures of a listing whose status is unknown.
  mutating func add(_ numbers: Range<Int>, of listing: FolderListing) {
    statuses.add(numbers, of: listing)
  }

  /// Restarts reading all sort keys of a listing.
  mutating func startAnew(in listing: FolderListing) {
    statuses.startAnew(in: listing)
    dates.startAnew()
  }

  /// Reads some more sort keys.
  mutating func readOn(into listing: inout FolderListing) {
    if statuses.isOver { dates.readOn(into: &listing) } else { statuses.readOn(into: &listing) }
  }

  /// Adds the date of a picture that was decoded.
  mutating func add(_ date: Int, of item: ItemID) { dates.add(date, of: item) }

  mutating func dateTaken(at path: [UInt8]) -> Int? { dates.dateTaken(at: path) }
}

/// Reads the status of files.
private struct StatusReading {
  private static let patience = Duration.milliseconds(10)

  /// The numbers of the pictures whose status is unknown.
  private var unknown = RangeSet<Int>()

  var isOver: Bool { unknown.isEmpty }

  /// Adds pictures of a listing whose status is unknown.
  mutating func add(_ numbers: Range<Int>, of listing: FolderListing) {
    if listing.sorting.needsStatus { unknown.insert(contentsOf: numbers) }
  }

  /// Restarts reading the status of all pictures, if the order needs it.
  mutating func startAnew(in listing: FolderListing) {
    unknown = RangeSet()
    add(0..<listing.nameCount, of: listing)
  }

  /// Reads the status of some more files.
  mutating func readOn(into listing: inout FolderListing) {
    let end = ContinuousClock.now + Self.patience
    while let range = unknown.ranges.first {
      var number = range.lowerBound
      defer { unknown.remove(contentsOf: range.lowerBound..<number) }
      while number < range.upperBound {
        if ContinuousClock.now > end { return }
        if let file = listing.file(number) {
          listing.updateKey(of: number, status: FileStatus(at: listing.path(of: file)))
        }
        number += 1
      }
    }
  }
}

extension FolderListing {
  /// Returns the file of a picture; nil if it is gone.
  func file(_ number: Int) -> File? {
    number < order.numberedCount && order.place(of: number) == nil ? nil : File(names.table[number])
  }

  /// Updates the sort key of a picture from the status of its file.
  mutating func updateKey(of number: Int, status: FileStatus?) {
    updateKey(of: number, value: sorting.value(of: names.table[number].bytes, status: status))
  }

  /// Updates the sort key of a picture from the date in its file.
  mutating func updateKey(of number: Int, takenAt date: Int) { updateKey(of: number, value: date) }

  /// Updates the sort key of an item from its decoded date, if pictures are sorted by date taken.
  mutating func place(_ item: ItemID, takenAt date: Int) {
    let number = item.rawValue
    guard 0..<datableCount ~= number, file(number) != nil else { return }
    updateKey(of: number, takenAt: date)
  }

  private mutating func updateKey(of number: Int, value: Int) {
    guard values[number] != value else { return }
    values[number] = value
    if !news.isReordered, number < order.numberedCount { news.moved.insert(UInt32(number)) }
  }
}
