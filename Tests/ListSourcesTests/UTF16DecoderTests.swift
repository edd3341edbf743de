import Foundation
import GalleryItems
import Prefetching
import TestSupport
import Testing

@testable import ListSources

@Suite struct UTF16DecoderTests {
  private static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
      let halves = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? halves : halves.reversed()
    }
  }

  private func decoded(_ bytes: [UInt8], inPartsOf count: Int) -> String {
    var decoder = UTF16Decoder()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      let part = Array(bytes[start...].prefix(count))
      let more = decoder.utf8(of: part, isEnd: false)
      #expect(more.count <= part.count + part.count / 2 + 4)
      text += more
    }
    return String(decoding: text + decoder.utf8(of: [], isEnd: true), as: UTF8.self)
  }

  @Test(arguments: [false, true], [1, 2, 3, 5, 1_000])
  func `UTF-16 with its mark becomes UTF-8, wherever parts end`(isBigEndian: Bool, count: Int) {
    let text = "one.jpg\r\nzwei ü.jpg\r\n🍜.jpg\r\n"
    #expect(decoded(Self.utf16(text, isBigEndian: isBigEndian), inPartsOf: count) == text)
    #expect(decoded(Array(text.utf8), inPartsOf: count) == text)
  }

  @Test func `invalid UTF-16 never traps`() {
    #expect(
      decoded([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0, 0x3D, 0xD8], inPartsOf: 1) == "\u{FFFD}a\u{FFFD}")
    #expect(decoded([0xFF, 0xFE, 0x61], inPartsOf: 2) == "")
    #expect(decoded([0xFF], inPartsOf: 1) == "\u{FFFD}" && decoded([], inPartsOf: 1) == "")
  }
}
