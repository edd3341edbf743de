import TestSupport
import Testing

@testable import DiskCache

@Suite struct FreshnessTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  private let now = 784_111_777
  private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func read(_ fields: [String: String], lastModified: String? = nil) -> Freshness? {
    Freshness(HeaderFields(fields), receivedAt: now, lastModified: lastModified)
  }

  /// For how many seconds a response is fresh.
  private func lifetime(_ fields: [String: String], lastModified: String? = nil) -> Int? {
    read(fields, lastModified: lastModified).map { $0.freshUntil - now }
  }

  @Test func `it is fresh up to its end, and not before it was stored`() throws {
    let freshness = try #require(read(["Cache-Control": "max-age=10"]))
    #expect(freshness.isFresh(at: now) && freshness.isFresh(at: now + 9))
    #expect(!freshness.isFresh(at: now + 10) && !freshness.isFresh(at: now - 1))
  }

  @Test func `max-age goes before Expires, and Expires before a guess`() {
    let expires = ["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": date]
    #expect(lifetime(expires.merging(["Cache-Control": "max-age=10"]) { $1 }) == 10)
    let modified = ["Last-Modified": "Sun, 06 Nov 1994 08:32:57 GMT", "Date": date]
    #expect(lifetime(expires.merging(modified) { $1 }) == 60)
    #expect(lifetime(modified) == 100)
    #expect(lifetime([:]) == 3_600)
    #expect(lifetime(["Cache-Control": "public", "ETag": "\"a\""]) == 3_600)
  }

  @Test func `a tenth of a version's age, up to a day`() {
    #expect(lifetime(["Last-Modified": "Sun, 06 Nov 1983 08:49:37 GMT"]) == 86_400)
    #expect(lifetime([:], lastModified: "Sun, 06 Nov 1994 08:32:57 GMT") == 100)
    #expect(lifetime(["Last-Modified": "Sun, 06 Nov 2033 08:49:37 GMT"]) == 0)
    #expect(lifetime(["Last-Modified": "yesterday"]) == 3_600)
  }

  @Test func `the age of a response shortens its freshness`() {
    #expect(lifetime(["Cache-Control": "max-age=100", "Age": "30"]) == 70)
    #expect(lifetime(["Cache-Control": "max-age=100", "Age": "300"]) == 0)
    #expect(
      lifetime(["Cache-Control": "max-age=100", "Date": "Sun, 06 Nov 1994 08:49:17 GMT"]) == 80)
    #expect(
      lifetime(["Cache-Control": "max-age=100", "Date": "Sun, 06 Nov 2033 08:49:17 GMT"]) == 100)
  }

  @Test func `no-store is not stored`() {
    #expect(read(["Cache-Control": "max-age=60, No-Store"]) == nil)
    #expect(read(["Cache-Control": "x=\"no-store\""]) != nil)
    #expect(read(["Cache-Control": "x=\"a, no-store, b\""]) != nil)
  }

  @Test func `no-cache is stored, but never used unasked`() throws {
    let freshness = try #require(read(["Cache-Control": "no-cache, max-age=60"]))
    #expect(!freshness.isFresh(at: now) && !freshness.mayBeShownWhenDisconnected)
  }

  @Test func `must-revalidate is fresh for its time, but not shown stale`() throws {
    let strict = try #require(read(["Cache-Control": "max-age=60, must-revalidate"]))
    #expect(strict.isFresh(at: now) && !strict.mayBeShownWhenDisconnected)
    let lenient = try #require(read(["Cache-Control": "max-age=60"]))
    #expect(lenient.mayBeShownWhenDisconnected)
  }

  @Test func `a response that varies with other fields is requested each time`() throws {
    #expect(lifetime(["Vary": "Accept-Encoding,  accept ,Origin"]) == 3_600)
    for field in ["*", "Cookie", "Accept, User-Agent"] {
      let freshness = try #require(read(["Vary": field, "Cache-Control": "max-age=60"]))
      #expect(!freshness.isFresh(at: now) && !freshness.mayBeShownWhenDisconnected)
    }
  }

  @Test(arguments: [
    ("max-age=-1", 0), ("max-age=", 0), ("max-age", 0), ("max-age=1e9", 0), ("max-age=\"30\"", 30),
    ("max-age=99999999999999999999999999", 1 << 31), ("max-age=5, max-age=50", 5),
    (" , ,max-age = 7,,", 7), ("s-maxage=5", 3_600), ("\"max-age=5", 3_600), ("=,=max-age", 3_600),
  ])
  func `hostile values of max-age make it stale at worst`(field: String, expected: Int) {
    #expect(lifetime(["Cache-Control": field]) == expected)
  }

  @Test(arguments: ["0", "-1", "", "tomorrow", "Sun, 06 Nov 1994 08:49:36 GMT"])
  func `an Expires that is no date has passed`(field: String) {
    #expect(lifetime(["Expires": field]) == 0)
  }

  @Test(arguments: ["-5", "x", "", "5x"])
  func `an Age that cannot be read counts for nothing`(field: String) {
    #expect(lifetime(["Cache-Control": "max-age=60", "Age": field]) == 60)
  }

  @Test func `no header traps`() {
    var random = SeededRandom(seed: 3)
    let pieces = [
      "max-age=", "9223372036854775807", "-", ",", "\"", "\\", "no-store", "=", date, " ", "0",
      "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 GMT", "\u{0}", "é",
    ]
    let names = ["Cache-Control", "Expires", "Date", "Age", "Last-Modified", "Vary"]
    for _ in 0..<5_000 {
      var fields: [String: String] = [:]
      for name in names where Bool.random(using: &random) {
        fields[name] = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      }
      guard let freshness = read(fields) else { continue }
      #expect(freshness.freshUntil >= now && freshness.freshUntil <= now + 1 << 31)
    }
  }

  @Test func `a 304 keeps the validators that it does not repeat`() throws {
    let first = HeaderFields(
      ["ETag": "\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:32:57 GMT"])
    let stored = try #require(CacheMetadata(first, receivedAt: now))
    let bare = try #require(stored.confirmed(by: HeaderFields(), receivedAt: now + 1_000))
    #expect(bare.validators == stored.validators)
    #expect(bare.freshness.freshUntil == now + 1_000 + 200)
    let weak = HeaderFields(["ETag": "W/\"a\"", "Cache-Control": "max-age=5"])
    let changed = try #require(stored.confirmed(by: weak, receivedAt: now))
    #expect(changed.validators.entityTag == "W/\"a\"")
    #expect(changed.freshness.freshUntil == now + 5)
    let other = HeaderFields(["ETag": "\"b\""])
    #expect(stored.confirmed(by: other, receivedAt: now) == nil)
    let refused = HeaderFields(["Cache-Control": "no-store"])
    #expect(stored.confirmed(by: refused, receivedAt: now) == nil)
  }
}
