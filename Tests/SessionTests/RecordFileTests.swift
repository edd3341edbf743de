import Foundation
import GalleryCore
import Raster
import Testing

/// Files that `--record` and `--replay` can't take, and those that they must not harm.
@Suite(.timeLimit(.minutes(2))) struct RecordFileTests {
  @Test func `a file is replaced through links, its mode kept`() async throws {
    try await inFolder { folder in
      let (path, link) = (folder + "/session.txt", folder + "/link")
      try "what was there before, which is longer".write(
        toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let outcome = try await BuiltProgram.run(["--record", link, "--script", "down quit"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try SessionRecording(parsing: text).moments.map(\.event) == [.key(.down)])
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o604)
      let type = try FileManager.default.attributesOfItem(atPath: link)[.type]
      #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test func `what was there stays when the new can't be written`() async throws {
    try await inFolder { folder in
      let path = folder + "/session.txt"
      try "what was there before".write(toFile: path, atomically: false, encoding: .utf8)
      // no file may grow: the write fails, or its signal ends the program
      let child = try Child(
        [
          "sh", "-c", "ulimit -f 0; exec \"$0\" --script down --record \"$1\"", BuiltProgram.path,
          path,
        ],
        environment: BuiltProgram.environment())
      var status: Int32?
      #expect(
        try await eventually {
          status = child.poll()
          return status != nil
        })
      #expect(status != 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "what was there before")
    }
  }

  @Test(arguments: [
    ("", "no recording"), ("filmstrip session 1\nscreen 80x24\nspeed 3\n", "line 3"),
    ("filmstrip session 1\nscreen 80x24\nlayout list\nitems 5\n1 down\n", "no end"),
  ])
  func `a recording that is none is refused with what is wrong`(
    text: String, complaint: String
  ) async throws {
    try await inFolder { folder in
      let path = folder + "/session.txt"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let outcome = try await BuiltProgram.run(["--replay", path])
      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("--replay \(path)"))
      #expect(outcome.errors.contains(complaint))
    }
  }

  @Test func `a file that is not there, a folder and bytes that are no text are no recordings`()
    async throws
  {
    for path in ["/no/such/file", "/tmp", BuiltProgram.path] {
      #expect(try await BuiltProgram.run(["--replay", path]).status == 66)
    }
  }

  @Test(arguments: [
    ["--record", "-", "--script", "quit"], ["--replay", "x", "--script", "quit"],
    ["--replay", "x", "--tile", "9x9"], ["--replay", "x", "--layout", "grid"],
    ["--replay", "x", "--fit", "cover"],
    ["--replay", "x", "--size", "80x24"],
  ])
  func `options that contradict a recording are refused`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(arguments[0]))
  }
}
