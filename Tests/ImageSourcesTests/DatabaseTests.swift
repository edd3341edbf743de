import Foundation
import GalleryItems
import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import ImageSources
@testable import ListSources

#if database
  import GRDB

  @Suite(.timeLimit(.minutes(1))) struct DatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    /// A database with some photos of two albums.
    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.path + "/photos.db"
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: "CREATE TABLE photos (id INTEGER PRIMARY KEY, path TEXT, title TEXT, album TEXT)")
        for number in 0..<1_000 {
          try database.execute(
            sql: "INSERT INTO photos VALUES (?, ?, ?, ?)",
            arguments: [number, "\(number).jpg", "Photo \(number)", number < 400 ? "a" : "b"])
        }
      }
    }

    private func resolve(_ query: String?, columns: [String] = []) throws -> AnyItemSnapshot {
      try SourceArguments(
        sources: [path], columns: try #require(ColumnNames(columns)), query: query
      ).resolve().items
    }

    private func error(_ query: String?) -> String? {
      do {
        _ = try resolve(query)
        return nil
      } catch {
        return "\(error)".replacing(path, with: "photos.db")
      }
    }

    @Test func `rows are items, with columns as in a table`() throws {
      let items = try resolve(
        "select path, title, album as section from photos order by id desc")
      #expect(items.numberOfItems(inSection: 0) == 1_000)
      let first = items.item(at: IndexPath(item: 0, section: 0))
      #expect(first.caption == "Photo 999")
      #expect("\(first.location)".contains(folder.url.path + "/999.jpg"))
      #expect(items.sections.count == 2 && items.sections.start(of: 1) == 600)
      #expect(items.sections.title(of: 1) == "a")
    }

    @Test func `a column of another name is said, or is the only one`() throws {
      let named = try resolve("select id, album || path as p from photos", columns: ["url=p"])
      #expect(named.item(at: IndexPath(item: 0, section: 0)).caption == "a0.jpg")
      #expect(try resolve("select album || path from photos").numberOfItems(inSection: 0) == 1_000)
    }

    @Test func `each mistake has its sentence`() {
      #expect(
        error(nil)
          == "photos.db: a database. Say which rows to show, such as --query 'select url from photos'."
          + " It has photos(id, path, title, album).")
      #expect(
        error("select missing from photos") == "photos.db: cannot be read: no such column: missing."
      )
      #expect(error("select").map { $0.contains("cannot be read") } == true)
      #expect(
        error("select path from photos; drop table photos").map { $0.contains("cannot") } == true)
      #expect(error("delete from photos").map { $0.contains("cannot be read") } == true)
      #expect(error("select path from photos where 0") != nil)
      #expect(
        error("select id, title from photos")
          == "photos.db: cannot be read: its header names no column with pictures (id, title): say which"
          + " with --column url=NAME.")
      #expect((try? resolve("select path from photos").numberOfItems(inSection: 0)) == 1_000)
    }

    @Test func `a damaged database is an error, and what was read of it is shown`() throws {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes.replaceSubrange(4_096..<bytes.count, with: Data(count: bytes.count - 4_096))
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(error("select path from photos").map { $0.contains("malformed") } == true)
    }

    @Test func `first rows are shown while a long query goes on`() throws {
      let slow = """
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 3000000)
        select i || '.jpg' from n where i < 3 or i = 3000000
        """
      let list = GrowingList(
        DatabaseText(path, query: slow), named: "slow", detection: ListDetection(ending: "csv"))
      var counts: [Int] = []
      list.read { counts.append(list.numberOfItems(inSection: 0)) }
      #expect(counts.last == 4)
      #expect(counts.count > 1)
    }
  }
#else
  @Suite struct DatabaseTests {
    @Test func `a plain build says which one reads databases`() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("photos.db", Array("SQLite format 3\0".utf8)).path
      #expect(throws: SourceError.self) {
        _ = try SourceArguments(sources: [path], query: "select 1").resolve()
      }
      do {
        _ = try SourceArguments(sources: [path]).resolve()
      } catch {
        #expect(error.description.hasSuffix("`make build FORMATS=database` does."))
      }
    }
  }
#endif

@Suite struct QueryTests {
  @Test func `a query beside one picture is a mistake too`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.png", [1]).path
    let arguments = SourceArguments(sources: [path], query: "select 1")
    #expect(arguments.openLive() == nil)
    #expect(arguments.resolveFolderOfPicture() == nil)
  }

  @Test func `a query without a database is a mistake`() throws {
    #expect(throws: SourceError.queryWithoutDatabase) {
      _ = try SourceArguments(sources: ["/"], query: "select 1").resolve()
    }
    #expect(SourceArguments(sources: ["/"], query: "select 1").openLive() == nil)
  }

  @Test func `a file that only is called a database is none`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("thumbs.db", [1, 2, 3]).path
    #expect(throws: SourceError.notAPicture(path)) {
      _ = try SourceArguments(sources: [path]).resolve()
    }
  }
}
