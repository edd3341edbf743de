import Foundation
import FramePacing
import GalleryCore
import GalleryItems
import Prefetching
import Raster
import TerminalGraphics
import TerminalUI
import Testing

@testable import GalleryApp

@Suite struct FrameStageTests {
  /// A presenter to whose terminal every frame hands pixels over.
  private final class HandingPresenter: Presenter {
    let name = "handing"
    let colors = ColorDepth.trueColor
    let pendingDescriptor: Int32? = nil
    var ending = FrameEnding()

    func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame {
      PresentedFrame(bytes: 10, handedBytes: 1_000_000, isComplete: true)
    }

    func flush() {}
    func invalidate() {}
    func farewell() -> [UInt8] { [] }
  }

  private struct NoItems: ItemSnapshot {
    func numberOfItems(inSection section: Int) -> Int { 0 }
    func item(at indexPath: IndexPath) -> GalleryItem {
      GalleryItem(id: "", caption: "", location: .template(""))
    }
  }

  @Test func `pixels that the terminal reads itself count for the link, and not as written`() throws
  {
    let frontend = try TestFrontend([], presenter: HandingPresenter())
    var gallery = Gallery(source: NoItems(), screen: frontend.size)
    var stage = FrameStage(
      framesPerSecond: 60, size: frontend.size, isLocal: true, clock: SystemClock()
    ) { LoadFigures() }
    stage.flow.requestFrame(at: .zero)
    stage.presentFrameIfDue(of: &gallery, on: frontend)
    #expect(stage.flow.gate.gauge.bytesInFlight == 1_000_010)
    #expect(frontend.frameBytes == [10])
  }

  @Test func `a frame has the local time of day`() throws {
    func localTime() -> Duration {
      let time = Calendar.current.dateComponents([.hour, .minute, .second], from: .now)
      return .seconds((time.hour ?? 0) * 3_600 + (time.minute ?? 0) * 60 + (time.second ?? 0))
    }
    let frontend = try TestFrontend([], presenter: HandingPresenter())
    var gallery = Gallery(source: NoItems(), screen: frontend.size)
    var stage = FrameStage(
      framesPerSecond: 60, size: frontend.size, isLocal: true, clock: SystemClock()
    ) { LoadFigures() }
    let before = localTime()
    stage.flow.requestFrame(at: .zero)
    let frame = try #require(stage.presentFrameIfDue(of: &gallery, on: frontend))
    let after = localTime()
    // At midnight, the time begins again.
    #expect(before > after || (before...after).contains(frame.timeOfDay))
  }
}
