import Testing

@testable import LoadPlanning

@Suite struct ContentRangeTests {
  @Test(
    arguments: [
      ("bytes 500-999/1234", 500, 999, 1_234), ("bytes 0-0/1", 0, 0, 1),
      ("Bytes  7-8/*", 7, 8, nil), ("bytes 0-9/10", 0, 9, 10),
    ] as [(String, Int, Int, Int?)])
  func `a range is read`(field: String, first: Int, last: Int, total: Int?) throws {
    let range = try #require(ContentRange(field))
    #expect(range.first == first)
    #expect(range.last == last)
    #expect(range.total == total)
    #expect(range.count == last - first + 1)
  }

  @Test(arguments: [
    "", "bytes", "bytes */1234", "bytes 5-4/10", "bytes 0-10/10", "bytes -5-4/10", "bytes 0-/10",
    "bytes 0-9/", "bytes 0-9", "items 0-9/10", "bytes 0-9/10/11", "bytes +1-+2/10",
    "bytes 0-99999999999999999999/*", "bytes 0-9223372036854775807/*", "bytes 0 - 9/10",
    "bytes=0-9/10", "bytes 0-9/٢٠", "bytes 0x0-0x9/10",
  ])
  func `a malformed or contradictory field is nil`(field: String) {
    #expect(ContentRange(field) == nil)
  }
}
