import Prefetching
import Testing

@testable import PrefetchLab

@Suite struct PictureMixTests {
  private static let mixes = PictureMix.library

  @Test func `the beginning that shows all is no more than the picture`() {
    for mix in Self.mixes {
      let sizes = PictureSizes(seed: 5, of: mix)
      for item in 0..<500 {
        let (needed, whole) = (sizes.neededBytes(of: item), sizes.bytes(of: item))
        #expect(needed > 0 && needed <= sizes.foreseenBytes(of: item))
        #expect(sizes.foreseenBytes(of: item) <= whole)
        #expect(mix != .plain || needed == whole)
        #expect(whole == PictureSizes(seed: 5).bytes(of: item))
      }
    }
  }

  private func outcome(_ mix: PictureMix, over name: String, trace: String) throws -> Outcome {
    let trace = try #require(ScrollTrace.library(seed: 3).first { $0.name == trace })
    let link = try #require(Link.library.first { $0.name == name })
    var simulation = Simulation(
      trace: trace.recording, link: link, policy: ComparedPolicy.adaptive.policy, seed: 3,
      pictures: mix)
    return simulation.run()
  }

  @Test func `where beginnings show all, less comes and less is blank`() throws {
    let plain = try outcome(.plain, over: "3g", trace: "page-by-page")
    let other = try outcome(.progressive, over: "3g", trace: "page-by-page")
    #expect(other.blankTileMs < 0.7 * plain.blankTileMs)
    #expect(other.receivedBytes < plain.receivedBytes)
    #expect(other.wastedBytes <= other.receivedBytes)
  }

  @Test func `a quick link's pictures are asked for whole`() throws {
    for trace in ["page-by-page", "held-arrow"] {
      #expect(
        try outcome(.progressive, over: "lan", trace: trace)
          == outcome(.plain, over: "lan", trace: trace))
    }
  }

  @Test(arguments: (1...6).map(RandomCase.init(seed:)), mixes)
  func `no policy beats the clairvoyant, who asks for beginnings`(
    random: RandomCase, mix: PictureMix
  ) {
    let outcomes = [ComparedPolicy.off, .adaptive].map { policy in
      var simulation = Simulation(
        trace: random.trace, link: random.link, policy: policy.policy, seed: random.seed,
        pictures: mix)
      return simulation.run()
    }
    let demands = outcomes[0].demands(over: random.link, seed: random.seed, pictures: mix)
    let bound = ClairvoyantBound(demands: demands, over: random.link)
    for outcome in outcomes {
      #expect(outcome.blankTileMs >= bound.tileMilliseconds - 0.001)
    }
  }
}
