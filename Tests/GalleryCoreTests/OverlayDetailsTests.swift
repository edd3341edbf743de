import FramePacing
import Raster
import Testing

@testable import GalleryCore

/// The sections under the panel of the full overlay.
extension OverlayTests {
  @Test(arguments: [
    (80, 24, []), (120, 40, ["over 16.7: 1", "8–16.7: 0", "0–8: 59"]),
    (200, 60, ["over 16.7: 1", "8–16.7: 0", "4–8: 59", "2–4: 0", "1–2: 0", "0–1: 0"]),
  ])
  func `a low histogram leaves out no frame`(columns: Int, rows: Int, steps: [String]) {
    let text = frame(of: session(.full, columns, rows)).text
    let shown = text.matches(of: /([\d.]+–[\d.]+|over 16.7) +▇* (\d+)/)
    #expect(shown.map { "\($0.1): \($0.2)" } == steps)
  }

  @Test func `the histogram begins with the late frames, however short the budget is`() {
    var profiler = FrameProfiler(budget: .milliseconds(5))
    var frame = FrameRecord()
    for overrun in [-3.5, -0.5, 1] {
      frame.overrun = .milliseconds(overrun)
      profiler.record(frame)
    }
    let session = session(.full, 200, 60)
    var surface = session.frame
    Overlay(profiler: profiler, loads: LoadFigures(), presenter: "direct", now: .zero)
      .draw(session.gallery, into: &surface)
    let steps = surface.text.matches(of: /(\d–\d|over \d) +▇* (\d)/).map { "\($0.1): \($0.2)" }
    #expect(steps == ["over 5: 1", "4–5: 1", "2–4: 0", "1–2: 1", "0–1: 0"])
  }

  @Test func `tracker events are summed up as ranges in the order of emission`() {
    #expect(TrackerLog.summary(of: [3, 4, 5]) == "4…6")
    #expect(TrackerLog.summary(of: [9, 8, 7, 1]) == "10…8 2")
    #expect(TrackerLog.summary(of: [2, 3, 2]) == "3…4 3")
  }
}
