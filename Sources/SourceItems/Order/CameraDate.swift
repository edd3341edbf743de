import GalleryItems
import Glibc

/// Dates as cameras write them, such as `2021-07-04 12:34:56`, in local time.
package enum CameraDate {
  /// Returns a date in nanoseconds since 1970, in this machine's time zone; nil for a text that is no date.
  package static func nanoseconds(of date: String) -> Int? {
    let fields = date.utf8.split { !(48...57).contains($0) }.map {
      Int32(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard fields.count == 6 else { return nil }
    return nanoseconds(of: fields)
  }

  /// Returns the period of a typed date, in this machine's time zone; nil if it can't be counted.
  package static func nanoseconds(of date: TypedDate) -> Range<Int>? {
    let (year, month) = (Int32(date.year), Int32(date.month ?? 1))
    // mktime takes the months and days behind the last one for the following ones.
    let end: [Int32] =
      if let day = date.day {
        [year, month, Int32(day) + 1]
      } else if date.month != nil {
        [year, month + 1, 1]
      } else {
        [year + 1, 1, 1]
      }
    guard let first = nanoseconds(of: [year, month, Int32(date.day ?? 1), 0, 0, 0]),
      let last = nanoseconds(of: end + [0, 0, 0]), first < last
    else { return nil }
    return first..<last
  }

  /// - Parameter fields: the year, month, day, hour, minute and second.
  private static func nanoseconds(of fields: [Int32]) -> Int? {
    var time = tm()
    time.tm_year = fields[0] - 1_900
    time.tm_mon = fields[1] - 1
    (time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec) = (
      fields[2], fields[3], fields[4], fields[5]
    )
    time.tm_isdst = -1
    let seconds = mktime(&time)
    return seconds == -1 ? nil : Int(nanosecondsAt: timespec(tv_sec: seconds, tv_nsec: 0))
  }
}

extension Int {
  /// The nanoseconds since 1970, clamped to the range from 1678 to 2262.
  package init(nanosecondsAt time: timespec) {
    let (whole, isBeyond) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLast) = whole.addingReportingOverflow(time.tv_nsec)
    self = isBeyond || isLast ? (time.tv_sec < 0 ? .min : .max) : sum
  }
}
