import Glibc
import Raster
import Testing

@testable import TerminalUI

extension CursesTests {
  /// The output of both presenters under different values of `TERM` and the environment.
  @Suite struct TerminalTypeTests {
    /// A screen like a gallery's: pictures, captions, lines, a bar, hostile text.
    static func screen(firstRow: Int) -> Surface {
      var surface = DirectPresenterTests.distinctSurface(columns: 60, rows: 16, firstRow: firstRow)
      surface.write("漢字 naïve “food” … ▲▼", at: CellPoint(column: 1, row: 3))
      surface.write("╭─│╰ ▌━▏ · ⣿🬀▚", at: CellPoint(column: 1, row: 4))
      surface.write("a\u{1B}]0;x\u{7}\u{9B}\u{202E}b", at: CellPoint(column: 1, row: 5))
      surface[0, 0] = Cell(glyph: "\u{1B}")
      surface[1, 0] = Cell(glyph: "\u{1}")
      return surface
    }

    @Test(
      arguments: [
        ("xterm-256color", ColorDepth.indexed256), ("tmux-256color", .indexed256),
        ("screen-256color", .indexed256), ("linux", .ansi8), ("xterm", .ansi8), ("screen", .ansi8),
        ("rxvt", .ansi8), ("ansi", .ansi8), ("vt100", .mono), ("vt220", .mono),
      ], [Charset.utf8, .ascii])
    func `every type of terminal gets sequences that it knows, and no other characters`(
      type: (name: String, colors: ColorDepth), charset: Charset
    ) throws {
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: type.name, colors: type.colors, output: output, charset: charset)
      #expect(presenter.colors == type.colors)
      for frame in 0..<4 {
        _ = presenter.present(Self.screen(firstRow: frame))
        let bytes = output.take()
        #expect(!bytes.isEmpty)
        if charset == .ascii { #expect(bytes.allSatisfy { $0 < 0x80 }) }
        #expect(Self.strangeControls(in: bytes) == [])
      }
    }

    @Test func `without UTF-8 the direct presenter sends ASCII as well`() {
      let output = RecordingOutput()
      let presenter = DirectPresenter(output: output, charset: .ascii)
      for frame in 0..<3 {
        let surface = Self.screen(firstRow: frame)
        _ = presenter.present(surface)
        let bytes = output.take()
        #expect(bytes.allSatisfy { $0 < 0x80 })
        #expect(Self.strangeControls(in: bytes) == [])
        var terminal = ReferenceTerminal(size: surface.size)
        terminal.feed(bytes)
        if frame == 0 {
          #expect(terminal.complaints == [])
          #expect(terminal.surface.textLines[3].contains("???? na?ve \"food\" . ^v"))
          #expect(terminal.surface.textLines[4].contains("+-|+ +-. . ??+"))
        }
      }
    }

    /// Control bytes that neither start a sequence nor move, and strings that a terminal would take
    /// for a title or a reply.
    private static func strangeControls(in bytes: [UInt8]) -> [String] {
      var reader = EscapeReader(bytes: bytes)
      var strange: [String] = []
      while let token = reader.next() {
        switch token {
        case .control(let byte) where ![0x07, 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F].contains(byte):
          strange.append("control \(byte)")
        case .control(0x07): strange.append("bell")
        case .escape(let letter) where "]PX^_".contains(letter): strange.append("string \(letter)")
        case .scalar(let scalar) where (0x80..<0xA0).contains(scalar.value):
          strange.append("C1 \(scalar.value)")
        default: break
        }
      }
      return strange + (reader.rest.isEmpty ? [] : ["an open end"])
    }
  }
}
