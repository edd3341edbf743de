import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

@Suite struct DecodeCancellationTests {
  @Test(arguments: Fixture.all) func `decoding stops at the first yes`(fixture: Fixture) throws {
    var questions = 0
    // A child is asked for as long as it takes.
    _ = try fixture.bytes.decoded(
      isolation: .inProcess,
      isCancelled: {
        questions += 1
        return false
      })
    // Once before anything, then for each of two times sixteen rows at least.
    #expect(questions >= 3)
    for last in 1...questions {
      var asked = 0
      #expect(throws: ImageDecodingError.cancelled) {
        try fixture.bytes.decoded(
          isolation: .inProcess,
          isCancelled: {
            asked += 1
            return asked == last
          })
      }
      #expect(asked == last)
    }
  }

  @Test(arguments: ["progressive.jpg", "interlaced-hole.png", "interlaced.gif"])
  func `work before the first row can be canceled too`(name: String) throws {
    var questions = 0
    _ = try Fixture(name).bytes.decoded(isCancelled: {
      questions += 1
      return false
    })
    #expect(questions > 1 + Fixture.size.height / 16)
  }
}
