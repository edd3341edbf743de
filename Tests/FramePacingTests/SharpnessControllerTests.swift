import Raster
import Testing

@testable import FramePacing

/// A controller that expectations can ask.
private final class Controller {
  private(set) var controller = SharpnessController(period: .milliseconds(16))

  func sharpness(_ cells: Int, _ bytesPerSecond: Double?) -> Sharpness {
    controller.sharpness(forNewCells: cells, bytesPerSecond: bytesPerSecond)
  }

  func sent(_ bytes: Int, _ cells: Int, _ sharpness: Sharpness) {
    controller.sent(bytes: bytes, for: .init(cells: cells, sharpness: sharpness))
  }

  func overtaken() { controller.overtaken() }
  func rested() { controller.rested() }
  var bytesPerCell: Double { controller.bytesPerCell }
}

@Suite struct SharpnessControllerTests {
  @Test func `a link that keeps up has full sharpness`() {
    let controller = Controller()
    #expect(controller.sharpness(100_000, nil) == .full)
    #expect(controller.sharpness(100_000, 1e9) == .full)
  }

  @Test func `pictures are less sharp as the link gets slower`() {
    var former = Sharpness.full
    for rate in [10e6, 2e6, 1e6, 5e5, 2e5, 1e5, 5e4, 1e4] {
      let sharpness = Controller().sharpness(2_304, rate)
      #expect(sharpness <= former)
      former = sharpness
    }
    #expect(former == .plainRows)
  }

  @Test func `the sharpness rises only with room to spare, or after a rest`() {
    let controller = Controller()
    let coarse = controller.sharpness(1_300, 500_000)
    #expect(coarse == .plainPairs)
    #expect(controller.sharpness(800, 500_000) == coarse)
    #expect(controller.sharpness(200, 500_000) == .full)
    #expect(controller.sharpness(1_300, 500_000) == coarse)
    controller.rested()
    #expect(controller.sharpness(800, 500_000) == .near)
  }

  @Test func `the bytes per cell are learned from sent frames`() {
    let controller = Controller()
    for _ in 0..<100 { controller.sent(400 * 4, 1_000, .near) }
    #expect(abs(controller.bytesPerCell - 4) < 0.1)
    for _ in 0..<20 { controller.overtaken() }
    #expect(controller.bytesPerCell == 40)
  }
}
