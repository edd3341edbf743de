import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

@Suite struct RequestConditionTests {
  typealias Condition = DataRequest.Condition
  private let tag = Validators(entityTag: "\"a\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")

  @Test func `both validators are sent, for the server to choose`() {
    let fields = Condition.unlessMatching(tag).sendable.fields
    #expect(
      fields == [
        "If-None-Match": "\"a\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT",
      ])
  }

  @Test func `a range depends on the tag, else on the date`() {
    let byTag = Condition.from(offset: 7, ifMatching: tag).sendable.fields
    #expect(byTag == ["Range": "bytes=7-", "If-Range": "\"a\""])
    let date = Validators(lastModified: tag.lastModified)
    let byDate = Condition.from(offset: 7, ifMatching: date).sendable.fields
    #expect(byDate == ["Range": "bytes=7-", "If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"])
  }

  @Test(
    arguments: [
      .none, .from(offset: 0, ifMatching: Validators(entityTag: "\"a\"")),
      .from(offset: -1, ifMatching: Validators(entityTag: "\"a\"")),
      .from(offset: 7, ifMatching: Validators(entityTag: "W/\"a\"")),
      .from(offset: 7, ifMatching: Validators()), .unlessMatching(Validators()),
      .unlessMatching(Validators(entityTag: "*")), .unlessMatching(Validators(entityTag: "\"")),
      .unlessMatching(Validators(entityTag: "\"a\"\r\nX: \"y\"")),
      .unlessMatching(Validators(entityTag: "\"a\", \"b\"")),
      .unlessMatching(Validators(entityTag: "\"\(String(repeating: "a", count: 9_999))\"")),
      .unlessMatching(Validators(lastModified: "a\nb")),
    ] as [Condition])
  func `without a usable validator all is asked for`(condition: Condition) {
    #expect(condition.sendable == .none)
    #expect(condition.sendable.fields.isEmpty)
  }

  @Test func `a weak tag is good enough to know that nothing has changed`() {
    let weak = Condition.unlessMatching(Validators(entityTag: "W/\"a\""))
    #expect(weak.sendable == weak)
  }

  @Test func `only a tag goes to another origin`() {
    #expect(Condition.from(offset: 7, ifMatching: tag).elsewhere == .none)
    #expect(
      Condition.unlessMatching(tag).elsewhere == .unlessMatching(Validators(entityTag: "\"a\"")))
    #expect(Condition.unlessMatching(Validators(lastModified: "x")).elsewhere == .none)
  }

  @Test func `earlier bytes count toward the limit`() {
    let limits = ImageLimits(maxBytes: 100)
    let condition = Condition.from(offset: 60, ifMatching: tag)
    #expect(ResponseHead.part(nil, count: 40).refusal(asking: condition, limits: limits) == nil)
    #expect(
      ResponseHead.part(nil, count: 41).refusal(asking: condition, limits: limits)
        == .tooLarge(bytes: 101, limit: 100))
    #expect(
      ResponseHead.part(nil, count: .max).refusal(asking: condition, limits: limits)
        == .tooLarge(bytes: .max, limit: 100))
    // A server that sends all has nothing to do with what was there.
    #expect(ResponseHead.whole(100).refusal(asking: condition, limits: limits) == nil)
  }
}
