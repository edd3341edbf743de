import Raster
import Testing

@testable import ImageDecoding

@Suite struct StandInPlanTests {
  private let camera = PixelSize(width: 4_000, height: 3_000)

  private func plan(
    _ size: PixelSize, scaled width: Int, isProgressive: Bool = false, isHurried: Bool = true
  ) -> StandInPlan {
    StandInPlan(
      size, scaled: PixelSize(width: width, height: width * size.height / size.width),
      isProgressive: isProgressive, isHurried: isHurried)
  }

  @Test func `a thumbnail is worth it for large pictures, and for middling ones that wait`() {
    let screen = PixelSize(width: 1_600, height: 1_200)
    #expect(plan(camera, scaled: 40, isHurried: false).triesThumbnail)
    #expect(plan(screen, scaled: 40).triesThumbnail)
    #expect(!plan(screen, scaled: 40, isHurried: false).triesThumbnail)
    #expect(!plan(PixelSize(width: 800, height: 600), scaled: 40).triesThumbnail)
  }

  @Test(arguments: [
    (500, false, false), (501, false, true), (1_000, false, true), (2_000, false, true),
    (2_001, true, true), (4_000, true, true),
  ]) func `an eighth is worth it where the whole takes three times that`(
    width: Int, baseline: Bool, progressive: Bool
  ) {
    #expect(plan(camera, scaled: width).triesEighth == baseline)
    #expect(plan(camera, scaled: width, isProgressive: true).triesEighth == progressive)
    #expect(!plan(camera, scaled: width, isProgressive: true, isHurried: false).triesEighth)
  }

  @Test func `an eighth of a picture that is there soon is never made`() {
    let screen = PixelSize(width: 1_600, height: 1_200)
    #expect(!plan(screen, scaled: 1_600, isProgressive: true).triesEighth)
  }
}
