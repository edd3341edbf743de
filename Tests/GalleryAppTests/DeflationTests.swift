import CZlib
import TestSupport
import Testing

@testable import GalleryApp

@Suite struct DeflationTests {
  private static func smaller(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBytes { Deflation.smaller($0) }
  }

  @Test func `bytes with a pattern get smaller, and whole again`() throws {
    let bytes = (0..<30_000).map { UInt8($0 / 100 % 256) }
    let deflated = try #require(Self.smaller(bytes))
    #expect(deflated.count < bytes.count / 10)
    var length = uLongf(bytes.count + 1)
    var inflated = [UInt8](repeating: 0, count: bytes.count + 1)
    #expect(uncompress(&inflated, &length, deflated, uLong(deflated.count)) == Z_OK)
    #expect(Array(inflated[..<Int(length)]) == bytes)
  }

  @Test func `bytes without a pattern are left alone, and so are too few`() {
    var random = SeededRandom(seed: 1)
    let noise = (0..<30_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(Self.smaller(noise) == nil)
    #expect(Self.smaller([1, 2, 3]) == nil)
  }
}
