import Foundation
import TestSupport
import Testing

@testable import Raster

/// Pictures that a terminal draws at its cursor, as one image each.
@Suite struct PrintedGraphicTests {
  private static let paper = Color(rawValue: 0x33_66_99)
  private static let cell = PixelSize(width: 7, height: 15)

  private static func sequence(_ graphic: Graphic) throws -> String {
    guard case .printed(let bytes) = graphic.payload else { throw POSIXError(.EINVAL) }
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `sixels are one image with all pixels of the picture`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random))
    let picture = PictureSamples.noise(size, seed: seed)
    let graphic = Graphic.printedSixels(
      of: picture, id: 1, cell: Self.cell, background: Self.paper)
    #expect(graphic.size.columns == (size.width + 6) / 7)
    #expect(graphic.size.rows == (size.height + 14) / 15)
    let text = try Self.sequence(graphic)
    #expect(text.hasPrefix("\u{1B}P0;1q") && text.hasSuffix("\u{1B}\\"))
    let decoded = SixelDecoder(Array(text.utf8.dropFirst(6).dropLast(2)))
    #expect(decoded.complaints == [] && decoded.width == size.width)
    #expect(decoded.height == size.height && !decoded.pixels.contains(nil))
  }

  @Test func `an inline image is one file over all of its cells`() throws {
    let size = PixelSize(width: 20, height: 31)
    let picture = PictureSamples.photograph(size)
    let graphic = Graphic.printedInline(
      of: picture, id: 1, cell: Self.cell, background: Self.paper
    ) { bytes, size in
      #expect(size == PixelSize(width: 21, height: 45))
      return Array(bytes)
    }
    let text = try Self.sequence(graphic)
    let count = 21 * 45 * 3
    let head =
      "\u{1B}]1337;File=inline=1;size=\(count);width=3;height=3;preserveAspectRatio=0;"
      + "doNotMoveCursor=1:"
    #expect(text.hasPrefix(head) && text.hasSuffix("\u{1B}\\"))
    let file = try #require(Data(base64Encoded: String(text.dropFirst(head.count).dropLast(2))))
    let first = picture.pixels[0]
    #expect(Array(file.prefix(3)) == [16, 8, 0].map { UInt8(truncatingIfNeeded: first >> $0) })
    #expect(Array(file.suffix(3)) == [0x33, 0x66, 0x99])
  }
}
