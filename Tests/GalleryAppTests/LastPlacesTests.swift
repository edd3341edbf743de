import DiskCache
import Dispatch
import Foundation
import GalleryCore
import GalleryItems
import SourceItems
import TestSupport
import Testing

@testable import GalleryApp

/// A source reopens where it was left.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct LastPlacesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func places(_ source: String) throws -> LastPlaces {
    LastPlaces(in: folder.path + "/cache", of: try #require(CacheKey(source)))
  }

  @Test func `each source has its picture, until it is forgotten`() throws {
    let (one, other) = (try places("one"), try places("other"))
    #expect(one.picture == nil)
    try one.record(nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/cache"))
    try one.record(7)
    try other.record(.max)
    try one.record(8)
    #expect(one.picture == 8 && other.picture == .max)
    try other.record(nil)
    #expect(one.picture == 8 && other.picture == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache")
    #expect(names == ["places"])
  }

  @Test func `the latest thousand sources are kept`() throws {
    for number in 0..<1_002 { try places("\(number)").record(UInt64(number)) }
    #expect(try places("0").picture == nil && places("1").picture == nil)
    #expect(try places("2").picture == 2 && places("1001").picture == 1_001)
  }

  @Test(arguments: [0, 1, 15, 17, 16_003]) func `a damaged file is none`(bytes: Int) throws {
    let places = try places("one")
    try places.record(7)
    let file = folder.path + "/cache/places"
    try Data(repeating: 0x5A, count: bytes).write(to: URL(fileURLWithPath: file))
    #expect(places.picture == nil)
    try places.record(9)
    #expect(places.picture == 9)
  }

  @Test func `the picture is found among those that come, by its name alone`() throws {
    func items(_ numbers: Range<Int>) -> AnyItemSnapshot {
      AnyItemSnapshot(
        ItemSource(
          items: numbers.map { FileLocation.item(at: Array("pictures/\($0).jpg".utf8)) }))
    }
    let mailbox = try Mailbox()
    let key = try #require(CacheKey("one"))
    let last = MarkJournal.digest(of: items(7..<8).item(at: [0, 0]))
    let keeper = MarkKeeper(
      in: folder.path + "/marks", of: key, isFresh: false, lastItem: last, mailbox: mailbox)
    keeper.findFormerMarks(in: items(0..<5), isLast: false)
    keeper.findFormerMarks(in: items(0..<20), isLast: false)
    keeper.findFormerMarks(in: items(0..<20), isLast: true)
    keeper.end(areDone: false, within: .seconds(60))
    #expect(mailbox.drain() == [.lastItemFound(7)])
  }
}
