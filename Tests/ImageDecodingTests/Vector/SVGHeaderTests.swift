import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct SVGHeaderTests {
  private static let root = #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>"#

  private func size(_ text: String) -> PixelSize? {
    Array(text.utf8).withUnsafeBytes { SVGHeader($0)?.size }
  }

  @Test(arguments: [
    "", "\u{FEFF}", " \r\n\t", "<?xml version='1.0' encoding='UTF-8'?>\n",
    "<!-- <html> > -- -->\n<!--x-->", "<?xml version='1.0'?><?xml-stylesheet href='a.css'?>",
    "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/svg11.dtd'>",
    "<!DOCTYPE svg [ <!ENTITY a '<html>]>'> <!-- ']> --> <!ENTITY b \"'\"> ]>",
  ]) func `an SVG is known by its root, whatever stands before it`(start: String) {
    #expect(size(start + Self.root) == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: [
    "", "<", "<html><svg/></html>", "svg", "x<svg/>", "<svgs/>", "<!-- <svg/> ", "<?xml <svg/>",
    "<!DOCTYPE svg [ <svg/>", "#EXTM3U\n", "[{\"url\": \"a.svg\"}]",
  ]) func `other text is no SVG`(text: String) {
    #expect(size(text) == nil)
  }

  @Test(arguments: [
    ("width='40' height='30'", 40, 30), ("width='40px' height='30.4px'", 40, 30),
    ("width='1in' height='72pt'", 96, 96), ("width='25.4mm' height='2.54cm'", 96, 96),
    ("width='1e2' height='6pc'", 100, 96), ("width='2em' height='2ex'", 32, 16),
    ("viewBox='0 0 40 30'", 40, 30), ("viewBox='-5,-5 , 40,30'", 40, 30),
    ("width='100%' height='100%' viewBox='0 0 40 30'", 40, 30),
    ("width='80' viewBox='0 0 40 30'", 80, 60), ("height='15' viewBox='0 0 40 30'", 20, 15),
    ("", 300, 150), ("width='100%'", 300, 150), ("width='40'", 40, 150), ("height='30'", 300, 30),
    ("width='-4' height='none' viewBox='0 0 0 9'", 300, 150),
    ("width='nan' height='inf'", 300, 150),
    ("x = '1'\n width = \"40\"\theight='30'", 40, 30), ("width='40' height='30", 40, 150),
    ("viewBox='0 0 1e9 1e9'", 32_767, 32_767), ("viewBox='0 0 1e9 1'", 32_767, 1),
    ("width='0.001' height='0.001'", 1, 1),
  ]) func `the size is what CSS would make of it`(attributes: String, width: Int, height: Int) {
    #expect(size("<svg \(attributes)>") == PixelSize(width: width, height: height))
  }

  @Test func `a prefix does not matter`() {
    #expect(size("<s:svg width='40' height='30'>") == PixelSize(width: 40, height: 30))
  }

  @Test func `the root is near the beginning`() {
    #expect(size(String(repeating: " ", count: 60_000) + Self.root) != nil)
    #expect(size(String(repeating: " ", count: 66_000) + Self.root) == nil)
  }

  @Test func `a compressed file is known by what is in it`() throws {
    let file = Data(base64Encoded: Self.compressed)
    let bytes = Array(try #require(file))
    #expect(bytes.withUnsafeBytes { SVGHeader($0)?.size } == PixelSize(width: 40, height: 30))
    for length in 0..<bytes.count {
      _ = bytes[..<length].withUnsafeBytes { SVGHeader($0) }
    }
  }

  /// Made by `printf '<svg width="40" height="30"/>' | gzip -n | base64`.
  private static let compressed =
    "H4sIAAAAAAAAA7MpLktXKM9MKcmwVTIxUFLISM1MzyixVTI2UNK3AwD0ZnvhHQAAAA=="

  @Test func `a name says its format, and content decides`() {
    let bytes = Array(Self.root.utf8)
    let info = bytes.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: bytes.count) }
    #expect(info?.format == "SVG" && info?.size == PixelSize(width: 40, height: 30))
  }

  @Test func `wrong bytes never trap`() {
    var random = SeededRandom(seed: 21)
    let whole = Array(
      "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'b'>]><!-- c --><s:svg width='4e1' viewBox='0 0 4 3'>"
        .utf8)
    let signs = Array("<>?!-[]'\"=/:% \0e9".utf8)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          signs.randomElement(using: &random) ?? 0
      }
      let size = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
        .withUnsafeBytes { SVGHeader($0)?.size }
      guard let size else { continue }
      #expect((1...32_767).contains(size.width) && (1...32_767).contains(size.height))
    }
  }
}
