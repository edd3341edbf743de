import Glibc

/// A date as HTTP writes it, in any of its three formats (RFC 9110, 5.6.7).
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
///
/// It is parsed by hand, because a `DateFormatter` takes a thousand times as long and accepts more
/// formats than allowed.
package struct HTTPDate: Hashable, Sendable {
  /// The date, in seconds since 1970.
  package let secondsSince1970: Int

  /// Parses a field value; nil if it is not a date, or a nonexistent day.
  ///
  /// Any punctuation may separate the parts.
  ///
  /// - Parameters:
  ///   - text: the field value, in any of the three forms of RFC 9110.
  ///   - now: seconds since 1970, for the century of a two-digit year: the latest at most 50 years ahead.
  package init?(_ text: String, now: Int) {
    // The limit is far beyond the longest form, so that a huge header is not split.
    guard text.utf8.count <= 64 else { return nil }
    let parts = text.split { " ,-:".contains($0) }
    switch parts.count {
    case 8 where parts[7] == "GMT":
      self.init(
        year: parts[3], month: parts[2], day: parts[1], time: parts[4...6], now: now)
    case 7:
      self.init(
        year: parts[6], month: parts[1], day: parts[2], time: parts[3...5], now: now)
    default:
      return nil
    }
  }

  private init?(
    year: Substring, month: Substring, day: Substring, time: ArraySlice<Substring>, now: Int
  ) {
    let clock = time.compactMap { Self.number($0, digits: 2...2) }
    guard let year = Self.year(year, now: now),
      let month = Self.months.firstIndex(of: month).map({ $0 + 1 }),
      let day = Self.number(day, digits: 1...2), (1...Self.days(in: month, of: year)).contains(day),
      // The 60th second is a leap second.
      clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year) - 1_900, Int32(month) - 1, Int32(day))
    (date.tm_hour, date.tm_min, date.tm_sec) = (Int32(clock[0]), Int32(clock[1]), Int32(clock[2]))
    secondsSince1970 = timegm(&date)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { $0[...] }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func year(_ text: Substring, now: Int) -> Int? {
    if let year = number(text, digits: 4...4) { return year > 0 ? year : nil }
    guard let lastDigits = number(text, digits: 2...2) else { return nil }
    // The mean Gregorian year suffices for a limit of fifty years.
    let present = 1970 + now / 31_556_952
    let year = present - present % 100 + lastDigits
    return year > present + 50 ? year - 100 : year
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
