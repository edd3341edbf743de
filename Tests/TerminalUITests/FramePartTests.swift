import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FramePartTests {
  private static let surface = DirectPresenterTests.distinctSurface(
    columns: 40, rows: 9, firstRow: 0)

  /// The rows that each part of a frame paints on an unknown screen.
  private static func paintedRows(limit: FrameLimit) -> [[Int]] {
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    var terminal = ReferenceTerminal(size: surface.size)
    var parts: [[Int]] = []
    var isComplete = false
    while !isComplete, parts.count <= surface.size.rows {
      let before = terminal.surface
      isComplete = presenter.present(surface, limit: limit).isComplete
      terminal.feed(output.take())
      #expect(!terminal.isSynchronized && terminal.pen == .blank)
      parts.append(
        (0..<surface.size.rows).filter { row in
          (0..<40).contains { terminal.surface[$0, row] != before[$0, row] }
        })
    }
    #expect(terminal.surface == DirectPresenterTests.shown(surface))
    return parts
  }

  @Test func `a part ends after the row that reaches the limit, the rows at the focus first`() {
    // a row has some 1480 bytes
    let limit = FrameLimit(bytes: 3500, focus: CellPoint(column: 0, row: 2))
    #expect(Self.paintedRows(limit: limit) == [[1, 2, 3], [0, 4, 5], [6, 7, 8]])
  }

  @Test func `a part has one row at least`() {
    let limit = FrameLimit(bytes: 0, focus: CellPoint(column: 0, row: 99))
    #expect(Self.paintedRows(limit: limit) == (0..<9).reversed().map { [$0] })
  }

  @Test func `a limit that is not reached ends nothing`() {
    let limit = FrameLimit(bytes: .max - 1, focus: CellPoint(column: 0, row: -5))
    #expect(Self.paintedRows(limit: limit) == [Array(0..<9)])
  }

  @Test func `the trailer follows each part, and nothing else`() {
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    presenter.trailer = Array("\u{1B}[5n".utf8)
    let limit = FrameLimit(bytes: 0, focus: CellPoint(column: 0, row: 0))
    let ending = Array("\u{1B}[?2026l\u{1B}[5n".utf8)
    for row in 0..<9 {
      let part = presenter.present(Self.surface, limit: limit)
      #expect(part.isComplete == (row == 8))
      let bytes = output.take()
      #expect(bytes.count == part.bytes && bytes.suffix(ending.count) == ending[...])
    }
    let last = presenter.present(Self.surface, limit: limit)
    #expect(last == PresentedFrame(bytes: 0, isComplete: true) && output.take().isEmpty)
  }

  @Test func `an attachment goes with the next frame before its trailer, though nothing changed`() {
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    presenter.trailer = Array("\u{1B}[5n".utf8)
    _ = presenter.present(Self.surface)
    presenter.attachment = Array("\u{1B}]52;c;!\u{7}".utf8)
    _ = output.take()
    let ending = Array("\u{1B}]52;c;!\u{7}\u{1B}[5n".utf8)
    #expect(presenter.present(Self.surface) == ending.count && output.take() == ending)
    #expect(presenter.attachment.isEmpty && presenter.present(Self.surface) == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `parts of frames that change under way end in the last one`() {
    for seed in 1000..<1100 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var screen = RandomScreen(seed: seed, size: CellSize(columns: 23, rows: 11))
      let output = RecordingOutput()
      let presenter = DirectPresenter(output: output)
      var terminal = ReferenceTerminal(size: screen.surface.size)
      for _ in 0..<40 {
        let limit = FrameLimit(
          bytes: .random(in: 0...2000, using: &random),
          focus: CellPoint(column: 0, row: .random(in: 0..<11, using: &random)))
        let part = presenter.present(screen.surface, limit: limit)
        terminal.feed(output.take())
        let isShown =
          ReferenceTerminal.visible(terminal.surface) == DirectPresenterTests.shown(screen.surface)
        guard terminal.complaints.isEmpty, isShown || !part.isComplete else {
          Issue.record("seed \(seed): \(terminal.complaints)")
          return
        }
        if part.isComplete || Bool.random(using: &random) { screen.step() }
      }
    }
  }
}
