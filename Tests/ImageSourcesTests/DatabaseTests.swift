import Foundation
import GalleryItems
import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import ImageSources
@testable import ListSources

/// Databases, which any program may have written.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct DatabaseTests {
  private let folder: TemporaryFolder
  private let path: String

  /// A database with some photos of two albums.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.path + "/photos.db"
    try execute(
      """
      create table photos (id integer primary key, path text, title text, album text);
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 999)
      insert into photos
      select i, i || '.jpg', 'Photo ' || i, case when i < 400 then 'a' else 'b' end from n;
      """)
  }

  /// Changes the database, in a program of its own.
  private func execute(_ script: String) throws {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    python.arguments = [
      "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", path,
      script,
    ]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
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
    #expect(try resolve("select album || path from photos;\n").numberOfItems(inSection: 0) == 1_000)
  }

  @Test func `values of each kind are read`() throws {
    let items = try resolve(
      "select x'61ff2e6a7067' as url, 'b' as title union all select 1.5, null union all select 7, 3"
    )
    let titles = (0..<3).map { items.item(at: IndexPath(item: $0, section: 0)).caption }
    #expect(titles == ["b", "1.5", "3"])
    let first = items.item(at: IndexPath(item: 0, section: 0))
    #expect("\(first.location)".contains("a%FF.jpg"))
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
    #expect(error("")?.hasSuffix("the query is empty.") == true)
    #expect(error("select path from photos where 0") != nil)
    #expect(
      error("select id, title from photos")
        == "photos.db: cannot be read: its header names no column with pictures (id, title): say which"
        + " with --column url=NAME.")
  }

  @Test(arguments: [
    "delete from photos", "select path from photos; drop table photos", "drop table photos",
    "attach 'other.db' as other", "pragma journal_mode = wal", "pragma trusted_schema = on",
    "begin immediate", "vacuum into 'copy.db'", "create temp table t (a)", "analyze",
  ])
  func `a query only selects`(query: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(error(query)?.contains("cannot be read") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["photos.db"])
  }

  @Test func `tables of a hostile schema are named, and do no harm`() throws {
    try execute(
      """
      create table [it's "one"] (url);
      create view broken as select * from missing;
      create virtual table words using fts5(url);
      create view loads as select load_extension('/lib/x.so') as url;
      create view long as select zeroblob(999999999) as url;
      """)
    let sentence = try #require(error(nil))
    #expect(sentence.contains("broken()"))
    #expect(sentence.contains("it's \"one\"(url)"))
    #expect(sentence.contains("words(url)"))
    #expect(error("select url from loads")?.contains("cannot be read") == true)
    #expect(error("select url from long")?.contains("too big") == true)
  }

  @Test func `a damaged database is an error, and what was read of it is shown`() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(4_096..<bytes.count, with: Data(count: bytes.count - 4_096))
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(error("select path from photos").map { $0.contains("malformed") } == true)
  }

  @Test func `any damage gives rows or a reason`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SeededRandom(seed: 41)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<20 {
        // The mark of the format stays.
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      let items = try? resolve("select path from photos where title > 'P'").itemCount
      #expect(items != 0)
    }
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
