import Foundation
import FramePacing
import Raster
import Synchronization
import TestSupport
import Testing

@testable import GalleryApp

/// Logs that are written while a session runs, each in a folder of its test.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct SessionLogTests {
  private let folder: TemporaryFolder
  private let log = SessionLog()
  private static let header = LogHeader(
    budget: .milliseconds(16), size: CellSize(columns: 80, rows: 24), presenter: "direct")

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func lines(_ name: String) throws -> [Substring] {
    try text(name).split(separator: "\n")
  }

  private func output(_ name: String, _ format: any LogFormat = FrameLines()) throws -> LogOutput {
    LogOutput(
      try OutputFile.growingFile(at: path(name), option: "--frames", isHeadless: true), format)
  }

  @Test func `events are in the file while the session runs, and behind a pause`() throws {
    log.open(try output("log"), Self.header)
    for mark in ["first", "second"] {
      log.record(.mark(mark, at: .zero))
      while try lines("log").last?.contains(mark) != true { sched_yield() }
    }
    try log.finish()
    #expect(try lines("log").count == 3)
  }

  @Test func `without an output nothing is recorded, and the end waits for nothing`() throws {
    log.record(.mark("early", at: .zero))
    try log.finish()
    log.open(try output("log"), Self.header)
    try log.finish()
    #expect(try lines("log").count == 1)
  }

  @Test func `an output is complete once closed, and others go on`() throws {
    log.open(try output("frames"), Self.header)
    log.open(try output("trace", TraceEvents()), Self.header)
    log.record(.mark("both", at: .zero))
    log.close("--frames \(path("frames"))")
    while try !text("frames").contains("both") { sched_yield() }
    log.record(.mark("one", at: .zero))
    try log.finish()
    #expect(try lines("frames").count == 2)
    let trace = try text("trace")
    #expect(trace.contains("\"both\"") && trace.contains("\"one\""))
    #expect(try JSONSerialization.jsonObject(with: Data(trace.utf8)) is [Any])
  }

  @Test func `a typed log takes a new file only, and goes on until it is ended`() throws {
    #expect(try log.switchFrames(to: nil, Self.header) == "no log to end; :log NAME starts one")
    _ = try folder.file("old", Array("old".utf8))
    #expect(try log.switchFrames(to: path("a"), Self.header) == "logging frames to \(path("a"))")
    log.record(.mark("one", at: .zero))
    let error = #expect(throws: OutputError.self) {
      try log.switchFrames(to: path("old"), Self.header)
    }
    #expect(error?.description == ":log \(path("old")): File exists")
    log.record(.mark("two", at: .zero))
    while try !text("a").contains("two") { sched_yield() }
    _ = try log.switchFrames(to: path("b"), Self.header)
    while try lines("b").isEmpty { sched_yield() }
    log.record(.mark("three", at: .zero))
    #expect(try log.switchFrames(to: nil, Self.header) == "the log has ended")
    try log.finish()
    #expect(try lines("a").count == 3 && lines("b").count == 2 && text("old") == "old")
  }

  @Test func `records that do not fit are counted in the log`() throws {
    let pipe = path("pipe")
    mkfifo(pipe, 0o600)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    log.open(try output("pipe"), Self.header)
    // The pipe holds 64 KB, and the ring some thousand events, until the reader reads.
    let mark = String(repeating: "x", count: 1_000)
    for _ in 0..<10_000 { log.record(.mark(mark, at: .zero)) }
    _ = fcntl(reader, F_SETFL, 0)
    let text = Mutex("")
    let isRead = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let bytes = try? FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd()
      text.withLock { $0 = String(decoding: bytes ?? Data(), as: UTF8.self) }
      isRead.signal()
    }
    try log.finish()
    isRead.wait()
    let lines = text.withLock { $0 }.split(separator: "\n")
    let lost = try #require(lines.last { $0.contains("\"lost\"") })
    let count = try #require(
      (JSONSerialization.jsonObject(with: Data(lost.utf8)) as? [String: Any])?["count"] as? Int)
    #expect(count > 0 && count + lines.count { $0.contains("\"mark\"") } == 10_000)
  }

  @Test func `an output that is full is an error at the end`() throws {
    let full = try OutputFile.growingFile(
      at: "/dev/full", option: "--frames", isHeadless: true)
    log.open(LogOutput(full, FrameLines()), Self.header)
    log.record(.mark("a mark", at: .zero))
    let error = #expect(throws: OutputError.self) { try log.finish() }
    #expect(error?.description == "--frames /dev/full: No space left on device")
  }
}
