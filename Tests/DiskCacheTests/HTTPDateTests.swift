import TestSupport
import Testing

@testable import DiskCache

@Suite struct HTTPDateTests {
  /// 21 November 2026.
  private static let now = 1_795_219_200

  private func seconds(_ text: String, now: Int = now) -> Int? {
    HTTPDate(text, now: now)?.secondsSince1970
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `the three formats of one moment agree`(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_800),
    ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
  ])
  func `days are counted as the calendar has them`(text: String, expected: Int) {
    #expect(seconds(text) == expected)
  }

  @Test func `every month of four centuries begins where the one before ends`() throws {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let first = try #require(seconds("Mon, 01 Jan 1900 00:00:00 GMT"))
    var next = first
    for year in 1900..<2300 {
      for month in months {
        if seconds("Mon, 01 \(month) \(year) 00:00:00 GMT") != next {
          Issue.record("\(month) \(year)")
        }
        let last = try #require(
          (28...31).reversed().lazy.compactMap { day in
            seconds("Mon, \(day) \(month) \(year) 00:00:00 GMT")
          }.first)
        next = last + 86_400
      }
    }
    #expect(next - first == 146_097 * 86_400)
  }

  @Test(arguments: [(26, 2026), (76, 2076), (77, 1977), (99, 1999), (0, 2000)])
  func `two digits are of the latest year within fifty years`(digits: Int, year: Int) throws {
    let two = digits < 10 ? "0\(digits)" : "\(digits)"
    let moment = try #require(seconds("Sun, 06 Nov \(year) 08:49:37 GMT"))
    #expect(seconds("Sunday, 06-Nov-\(two) 08:49:37 GMT") == moment)
  }

  @Test(arguments: [
    "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
    "Sun, 6 Nov 99999 08:49:37 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Sun, 99999999999999999999 Nov 1994 08:49:37 GMT",
    String(repeating: " ", count: 100) + "Sun, 06 Nov 1994 08:49:37 GMT",
  ])
  func `an invalid date is nil`(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test func `no bytes trap`() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("Sun, 06Nov1994:-GMT9\u{e9}\0 ")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        })
      _ = HTTPDate(text, now: Self.now)
    }
  }
}
