import Foundation
import FramePacing
import GalleryCore
import GalleryItems
import ImageLoading
import LoadingTestSupport
import TerminalGraphics
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

/// The copy of a picture to the clipboard, step by step, with a terminal in the test's hands.
@Suite(.timeLimit(.minutes(2))) final class PictureCopierTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
  private static let url = "http://pictures.example/cat"

  private let loader = HeldDataLoader()
  private let mailbox: Mailbox
  private let copier: PictureCopier
  private let presenter = DirectPresenter(output: CountingOutput())
  private var flow = FrameFlow(framesPerSecond: 60)

  init() throws {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.retryPolicy = RetryPolicy(maxAttempts: 1)
    mailbox = try Mailbox()
    copier = PictureCopier(ImagePipeline(configuration), OriginHeaders(), mailbox)
  }

  /// Takes a step.
  ///
  /// - Returns: the part that the next frame takes along.
  private func step(
    at seconds: Int = 0, answers: [ClipboardAnswer] = [], acknowledgements: Int = 0
  ) -> String {
    var collected = Collected()
    collected.clipboardAnswers = answers
    collected.acknowledgements = acknowledgements
    copier.advance(with: collected, via: presenter, in: &flow, at: .seconds(seconds))
    defer { presenter.attachment = [] }
    return String(decoding: presenter.attachment, as: UTF8.self)
  }

  /// The sentences of the copies that have ended since the last call.
  private func sentences() -> [String] {
    mailbox.drain().compactMap {
      if case .files(.copied(let sentence)) = $0 { sentence } else { nil }
    }
  }

  private func copy(_ url: String = url) throws {
    let location = GalleryItem.Location.url(try #require(URL(string: url)))
    copier.copy(GalleryItem(id: url, caption: "cat", location: location))
  }

  /// Copies a picture until the whole of it is sent.
  ///
  /// - Returns: the id of the transfer.
  private func send(_ data: Data = png) async throws -> String {
    try copy("data:;base64,\(data.base64EncodedString())")
    var sent = ""
    await eventually("the picture is sent") {
      sent += step()
      return sent.hasSuffix("type=wdata\u{1B}\\")
    }
    let id = try #require(sent.components(separatedBy: "write:id=").last?.prefix { $0 != "\u{1B}" })
    #expect(sent.contains("wdata:mime=\(Data("image/png".utf8).base64EncodedString());"))
    #expect(sent.contains(";\(data.base64EncodedString())\u{1B}") && flow.isFrameWanted)
    return String(id)
  }

  @Test func `a picture is copied once the terminal confirms it, whatever it says before`()
    async throws
  {
    let id = try await send()
    let others = [
      ClipboardAnswer(id: "other", status: "DONE"), ClipboardAnswer(id: "", status: "EPERM"),
      ClipboardAnswer(id: id, status: "OK"),
    ]
    #expect(step(answers: others) == "" && sentences() == [] && !copier.isIdle)
    #expect(step(answers: [ClipboardAnswer(id: id, status: "DONE")]) == "")
    #expect(sentences() == ["copied: cat (11 B)"] && copier.isIdle)
    #expect(step(answers: [ClipboardAnswer(id: id, status: "EIO")]) == "" && sentences() == [])
  }

  @Test func `a server's picture comes through the pipeline`() async throws {
    let url = try #require(URL(string: Self.url))
    try copy()
    await eventually("the server is asked") { loader.started == [url] }
    #expect(step() == "" && !copier.isIdle)
    loader.answer(url, .success(Self.png))
    await eventually("the picture is sent") { step().contains(Self.png.base64EncodedString()) }
  }

  @Test func `a refusal has its reason in words`() async throws {
    let id = try await send()
    _ = step(answers: [ClipboardAnswer(id: id, status: "EPERM")])
    #expect(sentences() == ["not copied: the terminal's settings forbid it"])
  }

  @Test func `a copy that is not confirmed for ten seconds is told, and may be confirmed later`()
    async throws
  {
    let id = try await send()
    #expect(step() == "" && copier.wakeAt == .seconds(10))
    #expect(step(at: 9, acknowledgements: 1) == "" && copier.wakeAt == .seconds(19))
    #expect(step(at: 18) == "" && sentences() == [])
    #expect(step(at: 19) == "" && copier.wakeAt == nil && copier.isIdle)
    #expect(sentences() == ["the terminal has not confirmed the copy of cat"])
    #expect(step(at: 25, answers: [ClipboardAnswer(id: id, status: "DONE")]) == "")
    #expect(sentences() == ["copied: cat (11 B)"] && copier.isResting)
  }

  @Test func `frames that are answered keep a copy waiting for a minute at most`() async throws {
    _ = try await send()
    for second in 0..<60 {
      #expect(step(at: second, acknowledgements: 1) == "" && !copier.isIdle)
    }
    #expect(step(at: 60, acknowledgements: 1) == "" && step(at: 60) == "" && copier.isIdle)
    #expect(sentences() == ["the terminal has not confirmed the copy of cat"])
  }

  @Test func `a load that has ended is sent without another event, and parts follow by frames`()
    async throws
  {
    try copy("data:;base64,\((Self.png + Data(count: 1 << 20)).base64EncodedString())")
    var parts = 0
    await eventually("the first part is sent") { step().contains("write:id=") }
    while case let part = step(), !part.isEmpty {
      #expect(part.utf8.count <= 128 << 10 && copier.wakeAt == flow.period)
      parts += 1
    }
    #expect(parts > 8 && copier.wakeAt == .seconds(10))
  }

  @Test func `a stop cancels what the terminal has, and a load`() async throws {
    try copy("data:;base64,\((Self.png + Data(count: 1 << 20)).base64EncodedString())")
    await eventually("the first part is sent") { step().contains("write:id=") }
    copier.stop()
    #expect(sentences() == ["stopped; the clipboard is as it was"] && copier.isIdle)
    #expect(step().hasSuffix("\u{1B}]5522;type=write\u{1B}\\") && step() == "")

    try copy()
    await eventually("the server is asked") { loader.started.count == 1 }
    copier.stop()
    #expect(sentences() == ["stopped; the clipboard is as it was"])
    await eventually("the load is canceled") { loader.cancelled.count == 1 }
    #expect(step() == "" && copier.isIdle)
    copier.stop()
    #expect(sentences() == [])
  }

  @Test func `another presenter, or another program in the terminal, ends a copy`() async throws {
    _ = try await send()
    #expect(step() == "")
    copier.interrupt()
    #expect(sentences() == [] && !copier.isIdle, "all is written")
    copier.stop()
    #expect(sentences() == ["stopped; the terminal has not confirmed the copy of cat"])
    try copy("data:;base64,\((Self.png + Data(count: 1 << 20)).base64EncodedString())")
    await eventually("the first part is sent") { step().contains("write:id=") }
    let other = DirectPresenter(output: CountingOutput())
    copier.advance(with: Collected(), via: other, in: &flow, at: .zero)
    #expect(sentences() == ["the copy was interrupted; Y copies again"])
    #expect(other.attachment == Array("\u{1B}]5522;type=write\u{1B}\\".utf8))
  }

  @Test func `files that are too large, unknown, or not there are not copied`() async throws {
    let folder = try TemporaryFolder()
    let large = try folder.file("large.png", Array(Self.png))
    truncate(large.path, 16_000_001)
    for (url, sentence) in [
      ("file://\(large.path)", "not copied: the file is over 16.0 MB; y copies the path or URL"),
      ("data:,text", "not copied: cat is not in a common picture format"),
      ("file://\(folder.path)/none.png", "not copied: file not found"),
    ] {
      try copy(url)
      var all: [String] = []
      await eventually("\(url) is refused") {
        #expect(step() == "")
        all += sentences()
        return !all.isEmpty
      }
      #expect(all == [sentence])
    }
  }
}
