import FoundationEssentials
import FramePacing
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import Prefetching
import Raster
import Recordings
import TestSupport
import Testing

@testable import GalleryApp

@Suite struct SessionNoticesTests {
  /// A pipe for notices, whose reader need not read.
  private final class Pipe {
    private(set) var readEnd: Int32
    let writeEnd: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (readEnd, writeEnd) = (ends[0], ends[1])
      _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
      closeReader()
      close(writeEnd)
    }

    func closeReader() {
      if readEnd >= 0 { close(readEnd) }
      readEnd = -1
    }

    var lines: [String] {
      var text = ""
      var block = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(readEnd, &block, block.count), count > 0 {
        text += String(decoding: block[..<count], as: UTF8.self)
      }
      return text.split(separator: "\n").map(String.init)
    }
  }

  private struct Items: ItemSnapshot {
    var count = 3
    func numberOfItems(inSection section: Int) -> Int { count }
    func place(of id: ItemID) -> Int? { id.rawValue < count ? id.rawValue : nil }
    func item(at indexPath: IndexPath) -> GalleryItem {
      GalleryItem(id: "\(indexPath.item)", caption: "", location: .template(""))
    }
  }

  private func screen(
    _ frames: Int, isAnswered: Bool = true, isSettled: Bool = false
  ) -> SessionNotices.Screen {
    SessionNotices.Screen(frames: frames, isAnswered: isAnswered, isSettled: isSettled)
  }

  @Test func `each frame is told once, and that the screen settles once after it`() throws {
    let pipe = try Pipe()
    var notices = SessionNotices(to: pipe.writeEnd)
    for state in [screen(1), screen(1), screen(3, isSettled: true), screen(3, isSettled: true)] {
      notices.report(state)
    }
    #expect(pipe.lines == ["frame 1 shown", "frame 3 shown", "settled"])
    notices.report(screen(4, isSettled: true))
    #expect(pipe.lines == ["frame 4 shown", "settled"])
    notices.report(screen(4))
    notices.report(screen(4, isSettled: true))
    #expect(pipe.lines == ["settled"])
  }

  @Test func `a frame is told again once the terminal has proved to answer`() throws {
    let pipe = try Pipe()
    var notices = SessionNotices(to: pipe.writeEnd)
    notices.report(screen(1, isAnswered: false))
    notices.report(screen(1))
    #expect(pipe.lines == ["frame 1 shown", "frame 1 shown"])
  }

  @Test func `the end of a load is told with the item's number, while the source has the item`()
    throws
  {
    let pipe = try Pipe()
    var notices = SessionNotices(to: pipe.writeEnd)
    let items = AnyItemSnapshot(Items())
    let size = PixelSize(width: 1, height: 1)
    func key(_ item: ItemID) -> TileKey { TileKey(item: item, size: size, attempt: 0) }
    let reason = FailureReason(summary: "", sentence: "")
    notices.report(
      .pictureReady(key(items.id(at: 2)), PixelImage(size: size, filledWith: 0)), among: items)
    notices.report(
      .pictureFailed(key(items.id(at: 0)), reason: reason, isTransient: false), among: items)
    notices.report(.loadStopped(key(items.id(at: 1)), receivedBytes: 1), among: items)
    notices.report(
      .pictureFailed(key(items.id(at: 1)), reason: reason, isTransient: false),
      among: AnyItemSnapshot(Items(count: 0)))
    #expect(pipe.lines == ["load ended 3", "load ended 1", "load ended"])
  }

  @Test func `a reader that does not read holds nothing up, and gets whole lines`() throws {
    let pipe = try Pipe()
    var notices = SessionNotices(to: pipe.writeEnd)
    for frames in 1...20_000 { notices.report(screen(frames)) }
    let lines = pipe.lines
    #expect(lines.first == "frame 1 shown" && lines.count < 20_000)
    #expect(lines.allSatisfy { $0.hasPrefix("frame ") && $0.hasSuffix(" shown") })
  }

  @Test func `a reader that has gone ends nothing`() async throws {
    await #expect(processExitsWith: .exitCode(3)) {
      let pipe = try Pipe()
      signal(SIGPIPE, SIG_DFL)
      var notices = SessionNotices(to: pipe.writeEnd)
      pipe.closeReader()
      for frames in 1...2 {
        notices.report(SessionNotices.Screen(frames: frames, isAnswered: true, isSettled: true))
      }
      exit(3)
    }
  }

  @Test func `only an open descriptor that takes lines and is no standard stream is usable`() throws
  {
    let pipe = try Pipe()
    #expect(SessionNotices.canUse(Int(pipe.writeEnd)))
    #expect(!SessionNotices.canUse(Int(pipe.readEnd)))
    #expect(![-1, 0, 1, 2, Int(Int32.max), .max].contains(where: SessionNotices.canUse))
  }

  @Test(.ownThread, .timeLimit(.minutes(2)))
  func `a session tells of its loads and frames, and is settled in the end`() throws {
    let (pipe, folder) = (try Pipe(), try TemporaryFolder())
    for name in ["a", "b", "c"] {
      _ = try folder.file("\(name).ppm", Array("P6 1 1 255\nabc".utf8))
    }
    var configuration = SessionConfiguration(sources: [folder.path])
    configuration.input = .script(
      try Script("idle down enter idle"), screen: CellSize(columns: 120, rows: 40))
    configuration.loading.diskLimitBytes = 0
    configuration.outputs.notices = pipe.writeEnd
    let played = try Session(configuration).play()
    played.pipeline.invalidate()
    let lines = pipe.lines
    #expect(Set(["load ended 1", "load ended 2", "load ended 3"]).isSubset(of: lines))
    #expect(lines.last == "settled")
    let frames = lines.filter { $0.hasPrefix("frame ") }.compactMap {
      Int($0.split(separator: " ")[1])
    }
    #expect(frames == frames.sorted() && frames.last == played.loop.stage.profiler.session.count)
  }
}
