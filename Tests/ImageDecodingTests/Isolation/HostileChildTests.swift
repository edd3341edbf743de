import DecodingTestSupport
import Foundation
import Glibc
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// Libraries that are missing, unknown, or under the control of a hostile picture.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HostileChildTests {
  private static func error(
    _ name: String, library: String? = nil, isolation: DecodingIsolation = .besideTests
  ) throws -> ImageDecodingError? {
    var decoder = ImageDecoder(isolation: isolation)
    decoder.library = library
    decoder.leastSeconds = 60
    let bytes = try Fixture(name).bytes
    return #expect(throws: ImageDecodingError.self) {
      try bytes.withUnsafeBytes { bytes in
        _ = try decoder.decode(
          bytes, target: ImageTarget(size: Fixture.size), limits: DecodeLimits(),
          isCancelled: { false })
      }
    }
  }

  // MARK: - Versions

  @Test(arguments: [
    ("color.heic", "HEIC: install libheif1"),
    ("color.avif", "AVIF: install libavif16 or libavif15"),
    ("strips.tiff", "TIFF: install libtiff6"),
  ]) func `without the library, a sentence names its package`(name: String, sentence: String) throws
  {
    #expect(try Self.error(name, library: "/nowhere/library.so")?.description == sentence)
  }

  @Test func `without the plugin for HEIC, a sentence names its package`() throws {
    let error = try StubLibrary.heicWithoutPlugin().error(of: "color.heic")
    #expect(error?.description == "HEIC: install libheif-plugin-libde265")
  }

  @Test(arguments: ["0.9.3", "0.12.0", "2.0.0", "x"])
  func `a version whose structures are unknown is refused by its name`(version: String) throws {
    let error = try StubLibrary(version: version).error(for: "s")
    #expect(
      error
        == .versionUnknown(
          format: "AVIF", library: "libavif \(version)", package: "libavif16 or libavif15"))
    #expect(
      error?.description
        == "AVIF: libavif \(version) is too old or too new: install libavif16 or libavif15")
  }

  @Test(arguments: ["0.11.1", "1.0.4", "1.2.1"])
  func `versions of Debian and Ubuntu are known`(version: String) throws {
    #expect(
      try StubLibrary(version: version).error() == .corrupt(format: "AVIF", reason: "refused"))
  }

  @Test(arguments: ["color.heic", "strips.tiff"])
  func `a library without the functions is refused`(name: String) throws {
    guard case .versionUnknown = try Self.error(name, library: "libz.so.1") else {
      Issue.record("\(name)")
      return
    }
  }

  // MARK: - Harm

  @Test func `each harm in a library costs one picture`() throws {
    let stub = try StubLibrary()
    for (mode, reason) in [
      ("a", "its decoder crashed by signal 6"), ("s", "its decoder crashed by signal 11"),
      ("d", "its decoder crashed by signal 11"),
      ("k", "its decoder was killed, probably by a limit on time"),
      ("e", "its decoder ended early"),
    ] as [(Character, String)] {
      #expect(try stub.error(for: mode) == .corrupt(format: "AVIF", reason: reason))
    }
  }

  @Test(
    arguments: [
      ("l", "its decoder was killed, probably by a limit on time"),
      ("p", "its decoder takes over 2 s"),
    ] as [(Character, String)])
  func `a library that never ends is killed`(mode: Character, reason: String) throws {
    let error = try StubLibrary().error(for: mode, seconds: 1)
    // On a busy machine, the wall-clock time may end first.
    let reasons = [reason, "its decoder takes over 2 s"]
    #expect(reasons.contains { error == .corrupt(format: "AVIF", reason: $0) })
  }

  @Test func `a library gets no more memory for a header than any picture`() throws {
    #expect(try StubLibrary().error(for: "m") == .corrupt(format: "AVIF", reason: "limited"))
  }

  @Test func `a library reaches no file, network or process`() throws {
    let error = try StubLibrary().error(for: "c")
    let calls = ["socket", "open", "create", "fork", "exec", "kill", "copy", "share"]
    let reason = calls.map { "\($0) \(EPERM)" }.joined(separator: ", ")
    #expect(error == .corrupt(format: "AVIF", reason: reason))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/written-by-a-picture"))
  }

  @Test func `no process and no descriptor is left of a picture, good or bad`() async {
    await #expect(processExitsWith: .success) {
      func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      let bytes = try Fixture("color.avif").bytes
      let before = try descriptorCount()
      for length in [bytes.count, bytes.count - 20, 40] {
        for limits in [DecodeLimits(), DecodeLimits(maxPixels: 9)] {
          _ = try? Array(bytes.prefix(length)).decoded(limits: limits)
        }
      }
      var asked = 0
      _ = try? bytes.decoded(isCancelled: {
        asked += 1
        return asked > 1
      })
      let hasChild = waitpid(-1, nil, WNOHANG) >= 0 || errno != ECHILD
      // The test library may open one of its own meanwhile.
      let isClean = try descriptorCount() - before < 7 && !hasChild
      exit(isClean ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `a picture that nobody wants any more is stopped`() throws {
    var asked = 0
    let error = try StubLibrary().error(for: "p", seconds: 3_600) {
      asked += 1
      return asked > 3
    }
    #expect(error == .cancelled)
  }

  // MARK: - Output

  /// Decodes by a script that stands for the program.
  private func error(from script: String) throws -> ImageDecodingError? {
    let folder = try TemporaryFolder()
    let program = try folder.file("child", Array("#!/bin/sh\n\(script)\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return try Self.error("color.avif", isolation: .child(program: program.path))
  }

  @Test(arguments: [
    "exit 0", "exit 1", "exit 127", "kill -9 $$", "echo garbage", "exec cat /dev/zero", "yes",
    "head -c 232 /dev/zero | tr '\\0' '\\1'", "cat",
  ]) func `output that is not a picture is a failure with a reason`(script: String) throws {
    #expect(try error(from: script)?.description.isEmpty == false)
  }

  @Test func `a program that does not exist is a failure with a reason`() throws {
    #expect(
      try Self.error("color.avif", isolation: .child(program: "/nowhere/program"))
        == .corrupt(format: "AVIF", reason: "its decoder cannot be run"))
  }
}
