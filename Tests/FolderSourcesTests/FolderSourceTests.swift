import Foundation
import GalleryItems
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// Real folders that are read and followed.
@Suite(.timeLimit(.minutes(5))) struct FolderSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ bytes: [UInt8] = [1]) throws {
    try Data(bytes).write(to: folder.url.appendingPathComponent(name))
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func captions(isRecursive: Bool = false) throws -> [String] {
    var options = FolderSource.Options()
    options.isRecursive = isRecursive
    let items = try FolderSource(folder.url.path, options: options).read()
    return (0..<items.numberOfItems(inSection: 0)).map { items.item(at: [0, $0]).caption }
  }

  // MARK: - Reading

  @Test func `folders inside are read if that is asked for, loops of links once`() throws {
    try makeFolder("x/y")
    try write("1.png")
    try write("x/2.png")
    try write("x/y/3.png")
    symlink(folder.url.path, path("x/y/loop"))
    #expect(try captions() == ["1.png"])
    #expect(try captions(isRecursive: true) == ["1.png", "x/2.png", "x/y/3.png"])
  }

  @Test func `a folder that cannot be read or has no picture says so`() throws {
    #expect(throws: SourceError.empty(folder.url.path)) { try captions() }
    let gone = FolderSource(path("gone"), options: FolderSource.Options())
    #expect(throws: SourceError.self) { try gone.read() }
  }

  // MARK: - Following

  @Test func `files show when they are whole, and leave when they go`() async throws {
    try write("b.png")
    let followed = Followed(folder.url.path)
    await followed.shows(["b.png"])
    // Not shown before its writer is done. As of an hour from now, it has not been left alone for a second.
    let file = open(path("a.png"), O_WRONLY | O_CREAT, 0o600)
    var byte: UInt8 = 1
    Glibc.write(file, &byte, 1)
    let later = timespec(tv_sec: time(nil) + 3_600, tv_nsec: 0)
    futimens(file, [later, later])
    try write("c.png")
    await followed.shows(["b.png", "c.png"])
    close(file)
    await followed.shows(["a.png", "b.png", "c.png"])
    rename(path("a.png"), path("d.png"))
    unlink(path("b.png"))
    await followed.shows(["c.png", "d.png"])
    link(path("c.png"), path("e.png"))
    symlink(path("c.png"), path("f.png"))
    await followed.shows(["c.png", "d.png", "e.png", "f.png"])
    followed.end()
  }

  @Test func `a file that is written again is reloaded`() async throws {
    try write("a.png")
    let followed = Followed(folder.url.path)
    await followed.shows(["a.png"])
    try write("a.png", [2])
    await eventually("it is reloaded") { followed.reloaded == [0] }
    followed.end()
  }

  @Test func `a file that has changed has another address, which no cache knows`() async throws {
    try write("a.png")
    let followed = Followed(folder.url.path)
    await followed.shows(["a.png"])
    let address = followed.address(of: 0)
    try write("a.png", [2])
    await eventually("it is reloaded") { followed.reloaded == [0] }
    #expect(followed.address(of: 0) != address)
    unlink(path("a.png"))
    await followed.shows([])
    try write("a.png", [3])
    await followed.shows(["a.png"])
    #expect(followed.address(of: 0) != address)
    followed.end()
  }

  @Test func `a change is not lost where folders change too`() async throws {
    try write("a.png")
    var options = FolderSource.Options()
    options.isRecursive = true
    let followed = Followed(folder.url.path, options)
    await followed.shows(["a.png"])
    try write("a.png", [2])
    try makeFolder("x")
    try write("x/b.png")
    await followed.shows(["a.png", "x/b.png"])
    await eventually("it is reloaded") { followed.reloaded.contains(0) }
    followed.end()
  }

  @Test func `a folder that goes takes its pictures with it`() async throws {
    try makeFolder("x/y")
    try write("x/a.png")
    let followed = Followed(path("x"))
    await followed.shows(["a.png"])
    try FileManager.default.removeItem(atPath: path("x"))
    await followed.shows([])
    await eventually("it says so") { followed.notice == "this folder is gone" }
    // Another folder of that name is looked for now and then.
    try makeFolder("x")
    try write("x/b.png")
    await followed.shows(["b.png"])
    await eventually("it is gone no more") { followed.notice == nil }
    try write("x/c.png")
    await followed.shows(["b.png", "c.png"])
    followed.end()
  }

  @Test func `a folder of which the system tells nothing is gone and back all the same`()
    async throws
  {
    try makeFolder("x")
    try write("x/a.png")
    var options = FolderSource.Options()
    options.makeWatch = { nil }
    let followed = Followed(path("x"), options)
    await followed.shows(["a.png"])
    try FileManager.default.removeItem(atPath: path("x"))
    await eventually("it says so") { followed.notice == "this folder is gone" }
    await followed.shows([])
    try makeFolder("x")
    try write("x/b.png")
    await followed.shows(["b.png"])
    await eventually("it is gone no more") { followed.notice?.contains("gone") != true }
    followed.end()
  }

  @Test func `a folder that is not followed can be sorted`() async throws {
    for name in ["a.png", "b.png"] { try write(name, name == "a.png" ? [1, 2] : [1]) }
    var options = FolderSource.Options()
    options.isWatched = false
    options.sorting.order = .date
    let followed = Followed(folder.url.path, options)
    await eventually("it is read") { followed.captions != nil }
    for _ in 1...2 { followed.source.takeNextOrder() }
    await followed.shows(["b.png", "a.png"])
    followed.source.reverseOrder()
    await followed.shows(["a.png", "b.png"])
    followed.end()
  }

  @Test func `a folder that two ways lead to is followed by one`() async throws {
    try makeFolder("real")
    try write("real/a.png")
    symlink(path("real"), path("way"))
    symlink(folder.url.path, path("real/loop"))
    var options = FolderSource.Options()
    options.isRecursive = true
    let followed = Followed(folder.url.path, options)
    await eventually("one is read") { followed.captions?.count == 1 }
    try write("b.png")
    await eventually("one more") { followed.captions?.count == 2 }
    try write("real/a.png", [2])
    await eventually("it is reloaded") { !followed.reloaded.isEmpty }
    #expect(followed.captions?.count == 2)
    #expect(followed.captions?.contains("b.png") == true)
    unlink(path("real/a.png"))
    await followed.shows(["b.png"])
    followed.end()
  }

  @Test func `a file that a link made whole shows, although its first name is gone`() async throws {
    try write("a.png")
    try write("draft.tmp", [1])
    let followed = Followed(folder.url.path)
    await followed.shows(["a.png"])
    link(path("draft.tmp"), path("b.png"))
    unlink(path("draft.tmp"))
    await followed.shows(["a.png", "b.png"])
    followed.end()
  }

  @Test func `a hidden picture that was named stays when the folder is read again`() async throws {
    try write(".a.png")
    try write("b.png")
    var options = FolderSource.Options()
    options.isRecursive = true
    let followed = Followed(folder.url.path, options, named: ".a.png")
    await followed.shows([".a.png", "b.png"])
    try makeFolder("x")
    try write("x/c.png")
    await followed.shows([".a.png", "b.png", "x/c.png"])
    followed.end()
  }

  @Test func `folders that come inside are followed too`() async throws {
    try write("a.png")
    var options = FolderSource.Options()
    options.isRecursive = true
    let followed = Followed(folder.url.path, options)
    await followed.shows(["a.png"])
    try makeFolder("x")
    try write("x/b.png")
    await followed.shows(["a.png", "x/b.png"])
    try write("x/c.png")
    await followed.shows(["a.png", "x/b.png", "x/c.png"])
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("x"))
    await followed.shows(["a.png"])
    followed.end()
  }

  @Test func `a tree that comes while everything is read again shows whole`() async throws {
    try write("a.png")
    for number in 0..<200 {
      try makeFolder("old\(number)")
      for file in 0..<50 { link(path("a.png"), path("old\(number)/\(file).png")) }
    }
    var options = FolderSource.Options()
    options.isRecursive = true
    let followed = Followed(folder.url.path, options)
    await eventually("it is read") { followed.captions?.count == 10_001 }
    for number in 0..<100 { try makeFolder("new\(number)") }
    for file in 0..<6 {
      for number in 0..<100 { try write("new\(number)/\(file).png") }
    }
    await eventually("all are there") { followed.captions?.count == 10_601 }
    followed.end()
  }

  @Test func `the order changes while a folder is followed`() async throws {
    for (name, time) in [("a.png", 300), ("b.png", 100), ("c.png", 200)] {
      try write(name)
      let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path(name), times, 0) == 0)
    }
    let followed = Followed(folder.url.path)
    await followed.shows(["a.png", "b.png", "c.png"])
    followed.source.takeNextOrder()
    await followed.shows(["b.png", "c.png", "a.png"])
    followed.source.putNewestFirst()
    await followed.shows(["a.png", "c.png", "b.png"])
    try write("d.png")
    await followed.shows(["d.png", "a.png", "c.png", "b.png"])
    followed.end()
  }

  @Test func `the picture that was named is there at once, and once`() async throws {
    for name in ["a.png", "b.png", "c.png"] { try write(name) }
    let followed = Followed(folder.url.path, named: "b.png")
    #expect(followed.source.beginning.item(at: [0, 0]).caption == "b.png")
    await followed.shows(["a.png", "b.png", "c.png"])
    #expect(followed.place(of: 0) == 1)
    followed.end()
  }

  @Test func `an empty folder ends, unless it is waited for`() async throws {
    let followed = Followed(folder.url.path)
    await eventually("it ends") { followed.hasEnded }
    #expect(followed.source.failure == .empty(folder.url.path))
    var options = FolderSource.Options()
    options.mayBeEmpty = true
    let patient = Followed(folder.url.path, options)
    await eventually("it waits") { patient.isWaiting }
    try write("a.png")
    await patient.shows(["a.png"])
    patient.end()
  }
}
