import DecodingTestSupport
import Foundation
import Testing

@testable import ImageDecoding

@Suite struct PreviewScheduleTests {
  /// A JPEG of so many bytes, of which the header is the first twenty.
  private func jpeg(_ count: Int) -> Data {
    let header: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    return Data((header + Array(repeating: 0, count: count)).prefix(count))
  }

  /// Returns the answers of a schedule to these numbers of bytes at these milliseconds.
  private func answers(
    to steps: [(bytes: Data, at: Int)], expectedBytes: Int? = nil
  ) -> [Bool] {
    var schedule = PreviewSchedule()
    return steps.map {
      schedule.next($0.bytes, expectedBytes: expectedBytes, at: .milliseconds($0.at))
    }
  }

  @Test func `the first preview waits for 16 KB`() {
    #expect(answers(to: [(jpeg(16_383), 0), (jpeg(16_384), 0)]) == [false, true])
  }

  @Test func `the next preview waits for twice as much and a quarter of a second`() {
    let steps = [
      (jpeg(20_000), 1000), (jpeg(39_999), 9000), (jpeg(40_000), 1249), (jpeg(40_000), 1250),
    ]
    #expect(answers(to: steps) == [true, false, false, true])
  }

  @Test func `a quarter of a megabyte more is enough in a large file`() {
    let steps = [(jpeg(1 << 20), 0), (jpeg(5 << 18 - 1), 1000), (jpeg(5 << 18), 1000)]
    #expect(answers(to: steps) == [true, false, true])
  }

  @Test func `nothing is previewed when more than nine tenths are there`() {
    let steps = [(jpeg(90_001), 0), (jpeg(90_000), 0)]
    #expect(answers(to: steps, expectedBytes: 100_000) == [false, true])
    #expect(answers(to: steps, expectedBytes: .min) == [false, false])
    #expect(answers(to: steps, expectedBytes: .max) == [true, false])
  }

  @Test func `there are six previews at most`() {
    let steps = (1...20).map { (jpeg($0 << 18), $0 * 1000) }
    #expect(
      answers(to: steps) == Array(repeating: true, count: 6) + Array(repeating: false, count: 14))
  }

  @Test func `only a JPEG whose header is there is previewed`() {
    let png = Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) + Data(count: 1 << 20)
    // An EXIF block of 60 KB, with whatever in it, of which 20 KB have come.
    let exif = Data([0xFF, 0xD8, 0xFF, 0xE1, 0xEA, 0x60]) + Data(repeating: 0xFF, count: 20_000)
    let steps = [(Data(count: 1 << 20), 0), (png, 0), (exif, 0), (jpeg(20_000), 0)]
    #expect(answers(to: steps) == [false, false, false, true])
  }

  @Test(arguments: ["baseline.jpg", "progressive.jpg", "restarts.jpg", "cmyk-adobe.jpg"])
  func `a header is complete when its scan can begin`(name: String) throws {
    let bytes = try Fixture(name).bytes
    let complete = (0...bytes.count).filter { count in
      bytes.prefix(count).withUnsafeBytes { JPEGHeader($0)?.isComplete == true }
    }
    let first = try #require(complete.first)
    #expect(complete == Array(first...bytes.count))
    // Nothing can be decoded before.
    #expect((0..<first).allSatisfy { (try? Array(bytes.prefix($0)).decoded()) == nil })
  }
}
