import FramePacing
import GalleryCore

extension Report {
  /// A frame that missed its deadline by the most, with the fields of its line in the log of frames.
  struct WorstFrame: Encodable {
    let frame: Int
    let presentedAtMs: Double
    let overrunMs: Double
    let cause: String
    /// The phase that took the most of the time; null if the frame was on time.
    let blame: Nullable<String>
    let linkWaitMs: Double
    let terminalWaitMs: Double
    let cpuWaitMs: Double
    let inputMs: Double
    let updateMs: Double
    let drawMs: Double
    let overlayMs: Double
    let presentMs: Double
    let cpuMs: Double
    let tiles: Int
    let movedRows: Int
    let loads: Int
    let bytes: Int

    init(_ frame: FrameRecord, budget: Duration) {
      self.frame = frame.number
      presentedAtMs = frame.presentedAt.milliseconds
      overrunMs = frame.overrun.milliseconds
      cause = frame.cause.words
      blame = Nullable(frame.blameIfLate(budget: budget)?.rawValue)
      linkWaitMs = frame.linkWait.milliseconds
      terminalWaitMs = frame.terminalWait.milliseconds
      cpuWaitMs = frame.cpuWait(budget: budget).milliseconds
      inputMs = frame.times.input.milliseconds
      updateMs = frame.times.update.milliseconds
      drawMs = frame.times.draw.milliseconds
      overlayMs = frame.times.overlay.milliseconds
      presentMs = frame.times.present.milliseconds
      cpuMs = frame.times.cpu.milliseconds
      tiles = frame.tiles
      movedRows = frame.movedRows
      loads = frame.loads
      bytes = frame.bytes
    }
  }
}
