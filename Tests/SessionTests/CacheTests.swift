import Foundation
import Glibc
import TestSupport
import Testing

/// A person fills, uses and empties the caches on disk.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CacheTests {
  /// A folder of so many pictures that have rested for a while.
  private func pictures(_ count: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 0..<count {
      let pixels = (0..<1_200).flatMap {
        [UInt8(number * 5), UInt8($0 / 40 * 8), UInt8(255 - number)]
      }
      try makeOld(try folder.file("\(number).ppm", "P6 40 30 255\n".utf8 + pixels))
    }
    return folder
  }

  /// A file that was just written might be written again, so nothing is kept of it.
  private func makeOld(_ file: URL) throws {
    let then = timespec(tv_sec: time(nil) - 100, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, file.path, [then, then], 0) == 0)
  }

  @Test func `a load in an empty home leaves folders of this program only`() throws {
    let home = try TemporaryFolder()
    let variables = ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]
    let environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, "") })
      .merging(["HOME": home.path]) { $1 }
    let outcome = try BuiltProgram.run(
      ["--count", "1", "--script", "idle"], environment: environment)
    #expect(outcome.status == 0, "\(outcome)")
    let files = try #require(FileManager.default.enumerator(atPath: home.path))
    let foreign = files.compactMap { $0 as? String }.filter { name in
      ![".cache", ".local", ".local/state"].contains(name) && !name.contains("/filmstrip")
    }
    #expect(foreign == [])
  }

  @Test func `thumbnails are made once, used, counted and removed`() throws {
    let (pictures, caches) = (try pictures(12), try TemporaryFolder())
    _ = try pictures.file("broken.jpg", [1])
    let page = Array("P6 2 1 255\n123456".utf8)
    let pages = ZipSketch([.init("x/1.ppm", page), .init("2.ppm", page)])
    try makeOld(try pictures.file("b.cbz", pages.bytes))
    // A child of the program decodes this one.
    let tiff = URL(filePath: #filePath)
      .appending(path: "../../DecodingTestSupport/Fixtures/strips.tiff").standardizedFileURL
    try makeOld(try pictures.file("strips.tiff", Array(try Data(contentsOf: tiff))))
    let list = try pictures.file(
      "list.txt", Array("0.ppm\nhttp://127.0.0.1:1/a.jpg\nmissing.jpg\n".utf8))
    func run(_ arguments: String...) throws -> String {
      let outcome = try BuiltProgram.run(arguments + ["--cache-dir", caches.path])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(!outcome.errors.contains("left out"), "\(outcome)")
      return outcome.output
    }
    #expect(
      try run("cache", "info") == """
        folder      \(caches.path)
        servers     0 entries, 0 B
        thumbnails  0 entries, 0 B
        limit       512.0 MB together

        """)
    #expect(
      try run("cache", "warm", pictures.path)
        .hasPrefix("thumbnails made  15\nno pictures      1\nin "))
    #expect(
      try run("cache", "warm", pictures.path)
        .hasPrefix("thumbnails made  0\nwere there       15\nno pictures      1\n"))
    #expect(
      try run("cache", "warm", list.path).hasPrefix(
        "thumbnails made  0\nwere there       1\nnot local files  1\nno pictures      1\n"))
    // An open would tell of a read.
    let watch = inotify_init1(Int32(bitPattern: UInt32(IN_NONBLOCK)))
    defer { close(watch) }
    for number in 0..<12 {
      inotify_add_watch(watch, "\(pictures.path)/\(number).ppm", UInt32(IN_OPEN))
    }
    let visit = try run(
      pictures.path, "--layout", "grid", "--size", "120x60", "--script", "idle", "--dump")
    #expect(visit.contains("▀") && visit.contains("11.ppm"))
    var buffer = [UInt8](repeating: 0, count: 4_096)
    #expect(read(watch, &buffer, buffer.count) < 0 && errno == EAGAIN)
    #expect(try run("cache", "info").contains("thumbnails  15 entries, "))
    #expect(try run("cache", "clear", "servers") == "removed servers     0 entries, 0 B\n")
    #expect(
      try run("cache", "clear").contains("\nremoved thumbnails  15 entries, "))
  }
}
