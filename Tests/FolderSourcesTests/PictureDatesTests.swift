import Foundation
import GalleryItems
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// Folders that are sorted by the dates in their pictures.
@Suite(.timeLimit(.minutes(1))) struct PictureDatesTests {
  /// A folder with files whose text is the date, if they have one.
  private func folder(_ dates: KeyValuePairs<String, String>) throws -> String {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, date) in dates { try write(date, to: path + "/" + name) }
    return path
  }

  private func write(_ date: String, to path: String) throws {
    try Data((date.isEmpty ? "x" : date).utf8).write(to: URL(fileURLWithPath: path))
  }

  private func options(isReversed: Bool = false) -> FolderSource.Options {
    var options = FolderSource.Options()
    options.sorting = PictureSorting(order: .taken, isReversed: isReversed)
    options.dates = PictureDates { beginning, _ in
      let text = String(decoding: beginning, as: UTF8.self)
      return text.first?.isNumber == true ? text : nil
    }
    return options
  }

  private let three: KeyValuePairs = [
    "a.jpg": "2021-07-04 12:34:56", "b.jpg": "1999-12-31 23:59:59", "c.jpg": "2021-07-04 12:34:55",
    "now.jpg": "", "then.jpg": "9999-12-31 23:59:59",
  ]

  @Test func `pictures are in the order of their dates, those without one by their last change`()
    async throws
  {
    let path = try folder(three)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let read = try FolderSource(path, options: options()).read()
    #expect(
      (0..<5).map { read.item(at: [0, $0]).caption } == [
        "b.jpg", "c.jpg", "a.jpg", "now.jpg", "then.jpg",
      ])
    let followed = Followed(path, options(isReversed: true))
    await followed.shows(["then.jpg", "now.jpg", "a.jpg", "c.jpg", "b.jpg"])
    try write("2000-01-01 00:00:00", to: path + "/new.jpg")
    await followed.shows(["then.jpg", "now.jpg", "a.jpg", "c.jpg", "new.jpg", "b.jpg"])
    try write("2010-01-01 00:00:00", to: path + "/b.jpg")
    await followed.shows(["then.jpg", "now.jpg", "a.jpg", "c.jpg", "b.jpg", "new.jpg"])
    followed.end()
  }

  @Test func `the dates are read when they are asked for`() async throws {
    let path = try folder(three)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = options()
    options.sorting = PictureSorting()
    let followed = Followed(path, options)
    await followed.shows(["a.jpg", "b.jpg", "c.jpg", "now.jpg", "then.jpg"])
    followed.source.takeNextOrder()
    followed.source.takeNextOrder()
    await followed.shows(["b.jpg", "c.jpg", "a.jpg", "now.jpg", "then.jpg"])
    followed.end()
  }

  @Test func `pictures that go while their dates are read do not come back`() throws {
    var listing = FolderListing(root: [], sorting: PictureSorting(order: .taken))
    for (name, time) in [("a", 1), ("b", 2), ("c", 3)] {
      listing.put(
        FolderListing.File(name: Array(name.utf8)), status: FileStatus(changedAt: time, bytes: 1))
    }
    _ = listing.takeChange()
    listing.updateKey(of: 0, takenAt: 9)
    listing.remove(FolderListing.File(name: Array("a".utf8)))
    listing.updateKey(of: 1, takenAt: 8)
    let change = listing.takeChange()
    let snapshot = try #require(change).snapshot
    #expect((0..<2).map { snapshot.item(at: [0, $0]).caption } == ["c", "b"])
    #expect(snapshot.numberOfItems(inSection: 0) == 2 && listing.file(0) == nil)
  }

  @Test func `a date that only the decoder finds moves its picture, as often as it is sorted anew`()
    async throws
  {
    let path = try folder(three)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let followed = Followed(path, options())
    await followed.shows(["b.jpg", "c.jpg", "a.jpg", "now.jpg", "then.jpg"])
    let now = try #require(followed.id(at: 3))
    followed.source.place(now, takenAt: "2010-01-01 00:00:00")
    await followed.shows(["b.jpg", "now.jpg", "c.jpg", "a.jpg", "then.jpg"])
    #expect(followed.place(of: now) == 1)
    for _ in PictureOrder.allCases { followed.source.takeNextOrder() }
    await followed.shows(["b.jpg", "c.jpg", "a.jpg", "now.jpg", "then.jpg"])
    // The gallery loads all tiles anew.
    followed.source.place(now, takenAt: "2010-01-01 00:00:00")
    await followed.shows(["b.jpg", "now.jpg", "c.jpg", "a.jpg", "then.jpg"])
    followed.end()
  }

  @Test func `the date that the decoder finds counts before and after the file is read`() throws {
    let path = try folder(["a.jpg": "2000-01-01 00:00:00", "b.jpg": "2001-01-01 00:00:00"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    var listing = FolderListing(root: Array(path.utf8), sorting: PictureSorting(order: .taken))
    for name in ["a.jpg", "b.jpg"] {
      listing.put(FolderListing.File(name: Array(name.utf8)), status: nil)
    }
    _ = listing.takeChange()
    var dates = DateReading(options().dates)
    func readAll() { while dates.hasMore(in: listing) { dates.readOn(into: &listing) } }
    for (item, date, place) in [(ItemID(0), Int.max, 1), (1, .min, 0)] {
      dates.startAnew()
      if item == 1 { readAll() }
      dates.add(date, of: item)
      readAll()
      let change = listing.takeChange()
      #expect(try #require(change).snapshot.place(of: item) == place)
    }
  }

  @Test func `a date that the decoder finds moves nothing in another order, or of what is gone`() {
    for order in PictureOrder.allCases {
      var listing = FolderListing(root: [], sorting: PictureSorting(order: order))
      for (name, time) in [("a", 1), ("b", 2)] {
        listing.put(
          FolderListing.File(name: Array(name.utf8)), status: FileStatus(changedAt: time, bytes: 1))
      }
      _ = listing.takeChange()
      for item in [ItemID(rawValue: -1), 2, ItemID(rawValue: .max)] {
        listing.place(item, takenAt: 9)
        #expect(!listing.hasNews)
      }
      listing.place(0, takenAt: 9)
      #expect(listing.hasNews == (order == .taken))
    }
  }

  @Test func `dates of many pictures are all found`() async throws {
    let path = try folder([:])
    defer { try? FileManager.default.removeItem(atPath: path) }
    for number in 0..<1_500 {
      let (hour, minute) = ((1_500 - number) / 60, (1_500 - number) % 60)
      try write("2001-01-\(10 + hour / 24) \(hour % 24):\(minute):00", to: path + "/\(number).jpg")
    }
    let followed = Followed(path, options())
    await followed.shows((0..<1_500).reversed().map { "\($0).jpg" })
    followed.end()
  }
}
