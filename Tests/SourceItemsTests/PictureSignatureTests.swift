import Testing

@testable import SourceItems

@Suite struct PictureSignatureTests {
  private func begins(_ text: String) -> Bool { PictureSignature.begins(Array(text.utf8)[...]) }

  @Test func `each format is known by its first bytes`() {
    let bitmap: [UInt8] = [0x42, 0x4D, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
    #expect(PictureSignature.begins(bitmap[...]))
    #expect(PictureSignature.begins([0xFF, 0xD8, 0xFF, 0xDB]))
    #expect(PictureSignature.begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    for text in [
      "GIF89a", "RIFF....WEBPVP8 ", "II*\0", "MM\0*", "P6\n4 3\n255\n", "P5#x\n4", "P1 4 3 ",
      "P2 4 # x\n 3 ", "P6 # a long",
      "P7\nWIDTH 4",
      "\0\0\0\u{1C}ftypmif1\0\0\0\0heic", "\0\0\0\u{1C}ftypheix\0\0\0\0mif1", "<svg xmlns",
    ] {
      #expect(begins(text), "\(text)")
    }
  }

  @Test func `words are no picture, nor are sound and videos`() {
    for text in [
      "", "P", "BMW and others are here", "P1 and P2 are gates", "P7 is closed",
      "P1 2024.jpg\nP1 2025.jpg\n", "P2 4 x", "P5x4 3 ", "RIFF....WAVEfmt ",
      "\0\0\0\u{1C}ftypisom\0\0\u{2}\0isommp42", "<html><svg></html>",
    ] {
      #expect(!begins(text), "\(text)")
    }
  }
}
