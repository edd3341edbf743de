import GalleryItems
import SourceItems
import Testing

@Suite struct TypedDateTests {
  @Test(arguments: [
    ("2026-03", "2026-03-01 00:00:00", "2026-04-01 00:00:00"),
    ("2025-12", "2025-12-01 00:00:00", "2026-01-01 00:00:00"),
    ("2024-02-29", "2024-02-29 00:00:00", "2024-03-01 00:00:00"),
    ("2026-12-31", "2026-12-31 00:00:00", "2027-01-01 00:00:00"),
  ])
  func `a date is a period in local time`(text: String, first: String, end: String) throws {
    let date = try #require(TypedDate(text))
    let period = try #require(CameraDate.nanoseconds(of: date))
    #expect(period.lowerBound == CameraDate.nanoseconds(of: first))
    #expect(period.upperBound == CameraDate.nanoseconds(of: end))
  }
}
