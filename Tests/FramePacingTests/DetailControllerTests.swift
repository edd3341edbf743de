import Raster
import Testing

@testable import FramePacing

/// A controller that expectations can ask.
private final class Controller {
  private(set) var controller = DetailController(period: .milliseconds(16))

  func level(_ cells: Int, _ bytesPerSecond: Double?) -> DetailLevel {
    controller.level(forNewCells: cells, bytesPerSecond: bytesPerSecond)
  }

  func sent(_ bytes: Int, _ cells: Int, _ level: DetailLevel) {
    controller.sent(bytes: bytes, for: .init(cells: cells, level: level))
  }

  func overtaken() { controller.overtaken() }
  func rested() { controller.rested() }
  var bytesPerCell: Double { controller.bytesPerCell }
}

@Suite struct DetailControllerTests {
  @Test func `a link that keeps up has full detail`() {
    let controller = Controller()
    #expect(controller.level(100_000, nil) == .full)
    #expect(controller.level(100_000, 1e9) == .full)
  }

  @Test func `less detail as the link gets slower`() {
    var former = DetailLevel.full
    for rate in [10e6, 2e6, 1e6, 5e5, 2e5, 1e5, 5e4, 1e4] {
      let level = Controller().level(2_304, rate)
      #expect(level >= former)
      former = level
    }
    #expect(former == .plainRows)
  }

  @Test func `a level is left for a finer one only with room to spare, or after a rest`() {
    let controller = Controller()
    let coarse = controller.level(1_300, 500_000)
    #expect(coarse == .plainPairs)
    #expect(controller.level(800, 500_000) == coarse)
    #expect(controller.level(200, 500_000) == .full)
    #expect(controller.level(1_300, 500_000) == coarse)
    controller.rested()
    #expect(controller.level(800, 500_000) == .near)
  }

  @Test func `what cells take is learned from the frames that were sent`() {
    let controller = Controller()
    for _ in 0..<100 { controller.sent(400 * 4, 1_000, .near) }
    #expect(abs(controller.bytesPerCell - 4) < 0.1)
    for _ in 0..<20 { controller.overtaken() }
    #expect(controller.bytesPerCell == 40)
  }
}
