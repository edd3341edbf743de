import Foundation
import Glibc
import TestSupport
import Testing

/// Thumbnails of local files, from one run of the program to the next.
@Suite(.timeLimit(.minutes(2))) struct ThumbnailTests {
  /// A folder of so many pictures that have rested for a while.
  private func fill(_ folder: String, count: Int) throws {
    for number in 0..<count {
      let pixel = [UInt8(number * 5), 100, UInt8(255 - number)]
      let file = Data("P6 40 30 255\n".utf8) + Data((0..<1_200).flatMap { _ in pixel })
      let path = "\(folder)/\(number).ppm"
      try file.write(to: URL(fileURLWithPath: path))
      let then = timespec(tv_sec: time(nil) - 100, tv_nsec: 0)
      try #require(utimensat(AT_FDCWD, path, [then, then], 0) == 0)
    }
  }

  @Test func `a second visit opens no picture and shows the same`() async throws {
    try await inFolder { folder in
      let (pictures, caches) = (folder + "/pictures", folder + "/caches")
      try FileManager.default.createDirectory(
        atPath: pictures, withIntermediateDirectories: true)
      try fill(pictures, count: 20)
      func visit() async throws -> BuiltProgram.Outcome {
        let visit = try await BuiltProgram.run([
          pictures, "--cache-dir", caches, "--layout", "grid", "--size", "120x40", "--script",
          "idle end idle", "--dump",
        ])
        #expect(visit.status == 0, "\(visit)")
        return visit
      }
      let first = try await visit()
      // An open would tell of a read.
      let watch = inotify_init1(Int32(bitPattern: UInt32(IN_NONBLOCK)))
      defer { close(watch) }
      for number in 0..<20 {
        inotify_add_watch(watch, "\(pictures)/\(number).ppm", UInt32(IN_OPEN))
      }
      let second = try await visit()
      var buffer = [UInt8](repeating: 0, count: 4_096)
      #expect(read(watch, &buffer, buffer.count) < 0 && errno == EAGAIN)
      #expect(first.output == second.output)
    }
  }

  @Test func `warming makes each thumbnail once, and says what it did`() async throws {
    try await inFolder { folder in
      let (pictures, caches) = (folder + "/pictures", folder + "/caches")
      try FileManager.default.createDirectory(
        atPath: pictures, withIntermediateDirectories: true)
      try fill(pictures, count: 12)
      try Data([1]).write(to: URL(fileURLWithPath: pictures + "/broken.jpg"))
      func warm() async throws -> String {
        let outcome = try await BuiltProgram.run(
          ["cache", "warm", pictures, "--cache-dir", caches])
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output
      }
      #expect(try await warm().hasPrefix("thumbnails made  12\nno pictures      1\nin "))
      #expect(
        try await warm().hasPrefix("thumbnails made  0\nwere there       12\nno pictures      1\n"))
      let info = try await BuiltProgram.run(["cache", "info", "--cache-dir", caches])
      #expect(info.output.contains("thumbnails  12 entries, "), "\(info)")
      let clear = try await BuiltProgram.run(
        ["cache", "clear", "thumbnails", "--cache-dir", caches])
      #expect(clear.output.hasPrefix("removed thumbnails  12 entries, "), "\(clear)")
      #expect(try await warm().hasPrefix("thumbnails made  12\n"))
    }
  }

  @Test func `a warming that is stopped keeps what is made, and the next one goes on`() async throws
  {
    try await inFolder { folder in
      let (pictures, caches, tools) = (folder + "/pictures", folder + "/caches", folder + "/tools")
      for name in [pictures, tools] {
        try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      }
      try fill(pictures, count: 12)
      try Data([1]).write(to: URL(fileURLWithPath: pictures + "/v.mp4"))
      // While its poster is awaited, a person presses Ctrl-C.
      let tool = tools + "/ffmpegthumbnailer"
      try Data("#!/bin/sh\nkill -INT $PPID\nexec sleep 60\n".utf8)
        .write(to: URL(fileURLWithPath: tool))
      try #require(chmod(tool, 0o700) == 0)
      func warm(_ options: [String]) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(
          ["cache", "warm", pictures, "--cache-dir", caches] + options,
          environment: ["PATH": tools + ":/usr/bin:/bin"])
      }
      func count(_ name: String, in outcome: BuiltProgram.Outcome) -> Int {
        let line = outcome.output.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
      }
      let stopped = try await warm([])
      let made = count("thumbnails made", in: stopped)
      #expect(stopped.status == 128 + SIGINT, "\(stopped)")
      #expect(made + count("not reached", in: stopped) == 13, "\(stopped)")
      let next = try await warm(["--no-video"])
      #expect(next.status == 0 && count("were there", in: next) == made, "\(next)")
      #expect(count("thumbnails made", in: next) == 12 - made, "\(next)")
    }
  }

  @Test func `warming a folder reads its archives, or says that this build does not`() async throws
  {
    try await inFolder { folder in
      let (pictures, caches) = (folder + "/pictures", folder + "/caches")
      try FileManager.default.createDirectory(
        atPath: pictures + "/books", withIntermediateDirectories: true)
      try fill(pictures, count: 2)
      let page = Array("P6 2 1 255\n123456".utf8)
      let archive = pictures + "/books/b.cbz"
      try Data(ZipSketch([.init("x/1.ppm", page), .init("2.ppm", page)]).bytes)
        .write(to: URL(fileURLWithPath: archive))
      let then = timespec(tv_sec: time(nil) - 100, tv_nsec: 0)
      try #require(utimensat(AT_FDCWD, archive, [then, then], 0) == 0)
      let warm = try await BuiltProgram.run(
        ["cache", "warm", "-r", pictures, "--cache-dir", caches])
      #expect(warm.status == 0)
      let version = try await BuiltProgram.run(["--version", "--verbose"])
      guard !version.output.contains("zip     not in this build") else {
        #expect(warm.output.hasPrefix("thumbnails made  2\n"), "\(warm)")
        #expect(warm.errors.contains("1 archive left out"), "\(warm)")
        return
      }
      #expect(warm.output.hasPrefix("thumbnails made  4\n"), "\(warm)")
      let visit = try await BuiltProgram.run([
        archive, "--cache-dir", caches, "--layout", "grid", "--size", "80x24", "--script",
        "idle", "--report", "-",
      ])
      let report = visit.output.filter { !$0.isWhitespace }
      #expect(visit.status == 0 && report.contains("\"disk_hits\":2"), "\(visit)")
    }
  }

  @Test func `warming a list tells what is on servers from what is no picture`() async throws {
    try await inFolder { folder in
      try fill(folder, count: 1)
      let list = folder + "/list.txt"
      try Data("0.ppm\nhttp://127.0.0.1:1/a.jpg\nmissing.jpg\n".utf8)
        .write(to: URL(fileURLWithPath: list))
      let warm = try await BuiltProgram.run(
        ["cache", "warm", list, "--cache-dir", folder + "/caches"])
      let expected = "thumbnails made  1\nnot local files  1\nno pictures      1\nin "
      #expect(warm.status == 0 && warm.output.hasPrefix(expected), "\(warm)")
    }
  }

  @Test func `without a disk cache nothing is kept`() async throws {
    try await inFolder { folder in
      let (pictures, caches) = (folder + "/pictures", folder + "/caches")
      try FileManager.default.createDirectory(
        atPath: pictures, withIntermediateDirectories: true)
      try fill(pictures, count: 3)
      let visit = try await BuiltProgram.run([
        pictures, "--cache-dir", caches, "--no-disk-cache", "--size", "80x24", "--script", "idle",
      ])
      #expect(visit.status == 0 && !FileManager.default.fileExists(atPath: caches))
      let none = try await BuiltProgram.run(["cache", "warm", folder + "/no"])
      #expect(none.status == 66)
    }
  }
}
