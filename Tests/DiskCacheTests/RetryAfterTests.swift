import Testing

@testable import DiskCache

@Suite struct RetryAfterTests {
  private func delay(_ field: String) -> Duration? {
    RetryAfter(field, receivedAt: 784_111_777)?.delay
  }

  @Test func `seconds and dates are understood`() {
    #expect(delay("120") == .seconds(120))
    #expect(delay(" 0 ") == .zero)
    #expect(delay("Sun, 06 Nov 1994 08:50:37 GMT") == .seconds(60))
  }

  @Test func `a time that has passed is now`() {
    #expect(delay("Sun, 06 Nov 1994 07:00:00 GMT") == .zero)
  }

  @Test(arguments: ["86401", "99999999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `nobody is kept waiting for more than a day`(field: String) {
    #expect(delay(field) == .seconds(86_400))
  }

  @Test(arguments: ["", "-1", "+5", "1.5", "1 0", "soon", "٣"])
  func `a value that is neither is nil`(field: String) {
    #expect(delay(field) == nil)
  }
}
