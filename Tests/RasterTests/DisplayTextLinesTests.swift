import Raster
import Testing

@Suite struct DisplayTextLinesTests {
  @Test(arguments: [
    ("", [""]), ("one two", ["one two"]), ("one two three", ["one two", "three"]),
    ("one two  three", ["one two", "three"]), ("one\n\ntwo", ["one", "", "two"]),
    ("abcdefghijkl mn", ["abcdefgh", "ijkl mn"]), ("a\tb", ["a b"]),
    ("鴎と桟橋と海", ["鴎と桟橋", "と海"]), ("a\u{1B}[3", ["a\u{FFFD}[3"]),
    ("  two", ["  two"]), ("exactly8 more", ["exactly8", "more"]),
  ]) func `lines break at blanks, else within words, by columns`(text: String, lines: [String]) {
    #expect(DisplayText.lines(of: text, columns: 8) == lines)
  }

  @Test func `every glyph of a text is on a line, and no line is too long`() {
    let text = String((0..<500).map { Character(Unicode.Scalar(UInt8(33 + $0 * 7 % 90))) })
    for columns in 2..<20 {
      let lines = DisplayText.lines(of: text, columns: columns)
      #expect(lines.joined() == text && lines.allSatisfy { $0.count <= columns })
    }
    #expect(DisplayText.lines(of: text, columns: 1) == [])
  }
}
