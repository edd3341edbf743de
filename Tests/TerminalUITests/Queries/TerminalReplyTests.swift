import Raster
import Testing

@testable import TerminalUI

@Suite struct TerminalReplyTests {
  /// The pieces that a filter makes of text that is read at once.
  private static func pieces(_ text: String) -> [InputPiece] {
    var filter = InputFilter()
    filter.isAwaitingCursor = true
    return filter.pieces(in: Array(text.utf8), at: .zero)
  }

  @Test(
    arguments: [
      ("[?62;c", .attributes([62])), ("[?1;2c", .attributes([1, 2])),
      ("[?63;1;;4c", .attributes([63, 1, 0, 4])),
      ("[>1;4000;26c", .secondaryAttributes([1, 4000, 26])),
      ("P>|kitty(0.26.5)\u{1B}\\", .version("kitty(0.26.5)")),
      ("_Gi=31;OK\u{1B}\\", .graphics(id: 31, message: "OK")),
      ("_Gi=7,p=2;ENOENT:no such\u{1B}\\", .graphics(id: 7, message: "ENOENT:no such")),
      ("[0n", .operatingStatus), ("[3n", .operatingStatus),
      ("[12;40R", .cursor(row: 12, column: 40)),
      ("[?2026;2$y", .mode(2026, setting: 2)), ("[?1;0;1024S", .colorRegisters(1024)),
      ("[4;650;960t", .textArea(PixelSize(width: 960, height: 650))),
      ("[6;13;6t", .cellSize(PixelSize(width: 6, height: 13))),
      ("]11;rgb:1d1d/1f1f/2121\u{1B}\\", .background(Color(red: 0x1D, green: 0x1F, blue: 0x21))),
      ("]11;rgb:f/80/fff\u{7}", .background(Color(red: 255, green: 128, blue: 255))),
      ("]11;rgba:0000/ffff/8080/8000\u{7}", .background(Color(red: 0, green: 255, blue: 128))),
      ("]10;rgb:dc/dc/cc\u{7}", .foreground(Color(red: 0xDC, green: 0xDC, blue: 0xCC))),
      ("]4;0;rgb:0/0/0\u{7}", .paletteColor(0, Color(rawValue: 0))),
      ("]4;3;rgb:8f8f/bcbc/bbbb\u{1B}\\", .paletteColor(3, Color(rawValue: 0x8F_BCBB))),
      ("]4;255;rgba:ee/ee/ee/80\u{7}", .paletteColor(255, Color(rawValue: 0xEE_EEEE))),
      ("]5522;type=write:status=DONE:id=a1\u{1B}\\", .clipboard(.init(id: "a1", status: "DONE"))),
      ("]5522;id=:status=EPERM:type=write;eA==\u{7}", .clipboard(.init(id: "", status: "EPERM"))),
      (
        "]5522;type=write:status=\(String(repeating: "E", count: 99))\u{7}",
        .clipboard(.init(id: "", status: String(repeating: "E", count: 32)))
      ),
      ("[I", .focus(true)), ("[O", .focus(false)),
    ] as [(String, TerminalReply)])
  func `replies are read`(text: String, reply: TerminalReply) {
    #expect(Self.pieces("\u{1B}" + text) == [.reply(reply)])
  }

  @Test(arguments: [
    "[?c", "[>c", "[1n", "[?6n", "[8;24;80t", "[4;0;0t", "[4;99999;5t", "[6;13;1001t", "[6;13t",
    "[?2026$y", "[?1;3S", "[?1;3;0S", "[?1;0;0S", "[?2;0;480;312S", "[?0u", "[?9999999c",
    "P!|7E4B4445\u{1B}\\", "P0+r524742\u{1B}\\",
    "_Gi=31\u{1B}\\", "_Gi=99999999999;OK\u{1B}\\", "_Gp=1;OK\u{1B}\\", "]11;?\u{7}",
    "]11;rgb:0/0\u{7}", "]11;rgb:00000/0/0\u{7}", "]11;rgb:g/0/0\u{7}", "]11;rgb://\u{7}",
    "]10;?\u{7}", "]10;1;rgb:0/0/0\u{7}", "]12;rgb:0/0/0\u{7}", "]4;3;?\u{7}", "]4;rgb:0/0/0\u{7}",
    "]4;256;rgb:0/0/0\u{7}", "]4;-1;rgb:0/0/0\u{7}", "]4;+3;rgb:0/0/0\u{7}", "]4;03;rgb:0/0/0\u{7}",
    "]4;;rgb:0/0/0\u{7}", "]4;3;rgb:0/0\u{7}", "]4;3;red\u{7}", "]4;1;rgb:0/0/0;3;rgb:0/0/0\u{7}",
    "]5522\u{7}", "]5522;\u{7}", "]5522;type=read:status=OK\u{7}", "]5522;type=write\u{7}",
    "]5522;type=write:status\u{7}", "]5522;status=DONE\u{7}", "]5522;;type=write:status=DONE\u{7}",
    "]0;title\u{7}", "Xany\u{1B}\\", "^any\u{1B}\\", "P\u{1B}\\", "]\u{7}", "_\u{1B}\\",
  ])
  func `unknown sequences and values out of bounds are neither replies nor keys`(text: String) {
    #expect(Self.pieces("\u{1B}\(text)j") == [.key(ArraySlice("j".utf8))])
  }

  @Test func `text is printable and bounded`() {
    let text = "P>|a\u{8}b\u{9B}é" + String(repeating: "x", count: 1000) + "\u{1B}\\"
    let expected = "ab" + String(repeating: "x", count: 62)
    #expect(Self.pieces("\u{1B}" + text) == [.reply(.version(expected))])
    let many = String(repeating: "1;", count: 1000)
    #expect(Self.pieces("\u{1B}[?\(many)c") == [])
  }

  @Test func `a cursor report is one only while it is asked for`() {
    var filter = InputFilter()
    let report = Array("\u{1B}[1;2R".utf8)
    #expect(filter.pieces(in: report, at: .zero) == [.key(report[...])])
  }

  @Test func `where terminfo has keys that look like a focus report, they are keys`() {
    var filter = InputFilter()
    filter.hasKeysForFocus = true
    let pageUp = Array("\u{1B}[I".utf8)
    #expect(filter.pieces(in: pageUp, at: .zero) == [.key(pageUp[...])])
  }

  @Test func `answers belong to questions`() {
    #expect(StatusQuery.operatingStatus.isAnswered(by: .operatingStatus))
    #expect(StatusQuery.attributes.isAnswered(by: .attributes([6])))
    #expect(StatusQuery.cursorPosition.isAnswered(by: .cursor(row: 1, column: 1)))
    #expect(!StatusQuery.attributes.isAnswered(by: .secondaryAttributes([1])))
    #expect(StatusQuery.allCases.map(\.text) == ["\u{1B}[5n", "\u{1B}[c", "\u{1B}[6n"])
    #expect(StatusQuery.attributes.bytes == [0x1B, 0x5B, 0x63])
  }
}
