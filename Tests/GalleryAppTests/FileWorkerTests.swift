import FileActions
import Foundation
import GalleryCore
import GalleryItems
import ImageDecoding
import ImageLoading
import LoadingTestSupport
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import GalleryApp

/// A stop of the person ends an action after the current file.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct FileWorkerTests {
  private let folder: TemporaryFolder
  private let mailbox: Mailbox
  private let loader = HeldDataLoader()
  private let originals: OriginalLoads

  init() throws {
    folder = try TemporaryFolder(isInMemory: true)
    mailbox = try Mailbox()
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = TestDecoder()
    configuration.retryPolicy = RetryPolicy(maxAttempts: 1)
    originals = OriginalLoads(ImagePipeline(configuration), OriginHeaders())
  }

  private func worker(
    _ admit: @escaping @Sendable (FileSystem.Call) -> Void = { _ in }
  ) -> FileWorker {
    FileWorker(
      mailbox, originals, DownloadShelf(folder: folder.path + "/shelf"),
      ActionFolders(
        journals: Array((folder.path + "/journals").utf8),
        homeTrash: Array((folder.path + "/Trash").utf8)),
      system: FileSystem(admit: admit), downloadFolder: folder.path + "/downloads")
  }

  /// The files of a subfolder, in order.
  private func files(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name).sorted()
  }

  /// The results that have come since the last call, after all requests are done.
  private func outcomes(of worker: FileWorker) async -> [FileOutcome] {
    await eventually("all requests are done") { worker.isIdle }
    return mailbox.drain().compactMap {
      if case .files(.ended(let outcome)) = $0 { outcome } else { nil }
    }
  }

  @Test func `an action that is stopped has moved whole files, and its undo brings them back`()
    async throws
  {
    for name in ["from", "to"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: false)
    }
    let names = (0..<6).map { "\($0).jpg" }
    for name in names { _ = try folder.file("from/" + name, Array(name.utf8)) }
    let items = AnyItemSnapshot(
      ItemSource(
        items: names.map { FileLocation.item(at: Array("\(folder.path)/from/\($0)".utf8)) }))
    // The person stops it while the third file is on its way.
    let stopping = Mutex<FileWorker?>(nil)
    let moves = Atomic(0)
    let worker = worker { call in
      guard call == .move, moves.add(1, ordering: .relaxed).newValue == 3 else { return }
      stopping.withLock { $0 }?.perform(.stop, on: items)
    }
    stopping.withLock { $0 = worker }
    worker.perform(
      .perform(.move(to: folder.path + "/to"), RangeSet(0..<names.count), .both), on: items)
    let moved = await outcomes(of: worker)
    #expect(moved.map(\.isStopped) == [true] && moved.map(\.kind) == [.moved])
    #expect(moved.map(\.gone) == [RangeSet(0..<3)])
    #expect(try files("to") == Array(names[..<3]) && files("from") == Array(names[3...]))
    worker.perform(.undo(isConfirmed: true), on: items)
    let undone = await outcomes(of: worker)
    #expect(undone.map(\.back) == [RangeSet(0..<3)])
    #expect(try files("to").isEmpty && files("from") == names)
    stopping.withLock { $0 = nil }
  }

  @Test func `a download that is stopped keeps the files that have arrived`() async throws {
    let urls = try (0..<6).map { try #require(URL(string: "https://pictures.example/\($0).jpg")) }
    let items = AnyItemSnapshot(
      ItemSource(
        items: urls.map { GalleryItem(id: $0.absoluteString, caption: "", location: .url($0)) }))
    let worker = worker()
    worker.perform(.perform(.download, RangeSet(0..<urls.count), .both), on: items)
    await eventually("the first are asked for") { loader.started.contains(urls[0]) }
    loader.answer(urls[0], .success(Data("picture".utf8)))
    await eventually("the first has arrived, and the fifth is asked for") {
      loader.started.contains(urls[4])
    }
    worker.perform(.stop, on: items)
    let outcomes = await outcomes(of: worker)
    #expect(outcomes.map(\.isStopped) == [true] && outcomes.map(\.count) == [1])
    #expect(try files("downloads") == ["0.jpg"])
    #expect(!loader.started.contains(urls[5]))
  }
}
