import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// A snapshot of folders answers from names, dates and formats without making items.
@Suite struct FolderSnapshotTests {
  private func file(_ name: String) -> FolderListing.File {
    FolderListing.File(name: Array(name.utf8))
  }

  private func captions(_ snapshot: FolderSnapshot) -> [String] {
    (0..<snapshot.numberOfItems(inSection: 0)).map { snapshot.item(at: [0, $0]).caption }
  }

  @Test func `captions and formats are read from names as from items`() throws {
    var listing = FolderListing(root: Array("/a b/".utf8))
    let names = [
      "a.jpg", "b.JPEG", "c?.png", "d.p#g", "e.png?x.jpg", "f", "g.é", "h.tar.tif", ".gif",
    ]
    for name in names { listing.put(file(name), status: nil) }
    let inner = listing.number(ofFolder: Array("in.png/".utf8))
    listing.put(FolderListing.File(name: Array("plain".utf8), folder: inner), status: nil)
    let snapshot = try listing.takeSnapshot()
    let whole = 0..<snapshot.itemCount
    #expect(whole.map(snapshot.format) == whole.map { snapshot.item(at: [0, $0]).format })
    #expect(snapshot.format(at: whole.upperBound) == nil)
    #expect(Set(whole.compactMap(snapshot.format)) == ["JPEG", "PNG", "TIFF", "GIF"])
    for text in ["a", "png", ".j", "in.", "/plain", "é", "E", "?x"] {
      let query = CaptionQuery(text)
      let found = whole.filter { snapshot.firstMatch(of: query, in: $0..<$0 + 1, .forward) != nil }
      #expect(found == whole.filter { query.matches(captions(snapshot)[$0]) }, "\(text)")
    }
  }

  @Test(arguments: [false, true])
  func `a date is found among pictures that dates sort`(isReversed: Bool) throws {
    var listing = FolderListing(
      root: [], sorting: PictureSorting(order: .date, isReversed: isReversed))
    let days = ["2025-12-31", "2026-03-01", "2026-03-09", "2026-03-31", "2026-05-02"]
    for (number, day) in days.enumerated() {
      let noon = try #require(CameraDate.nanoseconds(of: "\(day) 12:00:00"))
      listing.put(file("\(number).png"), status: FileStatus(changedAt: noon, bytes: 1))
    }
    let snapshot = try listing.takeSnapshot()
    let names = captions(snapshot) + ["end"]
    for (date, oldest, newest) in [
      ("2026-03", "1.png", "3.png"), ("2026-03-09", "2.png", "2.png"),
      ("2026-04", "4.png", "3.png"), ("2025-01", "0.png", "end"), ("2027-01", "end", "4.png"),
    ] {
      let typed = try #require(TypedDate(date))
      let place = try #require(snapshot.place(of: typed))
      #expect(names[place] == (isReversed ? newest : oldest), "\(date)")
    }
    let march = try #require(TypedDate("2026-03"))
    #expect(FolderListing(root: []).snapshot.place(of: march) == nil)
  }
}
