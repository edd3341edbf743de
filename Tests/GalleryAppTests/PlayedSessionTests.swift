import Foundation
import FramePacing
import GalleryCore
import ImageLoading
import PlaceholderServer
import Prefetching
import Raster
import Recordings
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

/// Scripts that are played over pictures of a server in this process.
///
/// The direct presenter draws, because a process has one ncurses, which other tests use.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct PlayedSessionTests {
  /// The session after a script.
  private func play(
    _ script: String, count: Int = 100, failRate: Double = 0,
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Session.Played {
    let server = try PlaceholderServer(shape: ServerShape(failRate: failRate))
    try server.start()
    var configuration = SessionConfiguration(
      sources: ["\(server.baseURL)/{width}x{height}?text={index}"])
    configuration.items.count = count
    configuration.input = .script(try Script(script), screen: CellSize(columns: 80, rows: 24))
    configuration.loading.diskLimitBytes = 0
    configuration.view.layout = .list
    change(&configuration)
    let played = try Session(configuration).play()
    #expect(played.ending == .status(0))
    played.pipeline.invalidate()
    return played
  }

  @Test func `the figures of a session add up`() throws {
    let played = try play("idle down*20 pgdn end home idle", count: 300)
    let counts = played.prefetches
    #expect(
      counts.announced
        == counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending)
    for ratio in [counts.accuracy, counts.coverage, counts.timeliness].compactMap(\.self) {
      #expect((0...1).contains(ratio))
    }
    #expect(counts.kept <= counts.pending && counts.started <= counts.announced)
    #expect(played.frames.count >= 24)
    #expect(played.tileClock.latest.blankTiles == 0 && played.tileClock.screenComplete != nil)
    let loads = played.pipeline.statistics
    #expect(loads.transfers <= loads.requested && loads.finishedAfterCancel <= loads.cancelled)
    #expect(played.loop.gallery.failedItems.isEmpty)
  }

  @Test func `failures are counted once an item`() throws {
    let played = try play("idle down down up up idle", failRate: 1)
    let failed = played.loop.gallery.failedItems.count
    // A failure ahead of the viewport is asked for again once it is on screen.
    #expect(failed > 0 && failed <= played.pipeline.statistics.requested)
    #expect(played.tileClock.latest.blankTiles == 0)
  }

  @Test func `without prefetching nothing is announced`() throws {
    let played = try play("idle pgdn idle") { $0.view.isPrefetchingEnabled = false }
    #expect(played.prefetches.announced == 0 && played.prefetches.demanded > 0)
  }

  @Test(arguments: [PrefetchPolicyName.static, .adaptive])
  func `every policy has pictures ready that come on screen`(name: PrefetchPolicyName) throws {
    let played = try play("idle down*9 idle") { $0.view.policy = name.policy }
    #expect(played.prefetches.useful > 0 && played.tileClock.latest.blankTiles == 0)
  }

  @Test(arguments: [SymbolSet.half, .quadrant, .braille, .ascii])
  func `a part of a picture is shown with any symbols`(symbols: SymbolSet) throws {
    let played = try play("idle enter idle z + idle right down idle end idle") {
      $0.view.wishes.symbols = symbols
      $0.view.wishes.graphics = .symbols
    }
    let text = played.loop.stage.surface.textLines.joined(separator: "\n")
    #expect(text.contains("1/100") && text.contains(" % · "))
  }

  /// The last frame of a session: the picture, and the row below it.
  private struct LastFrame: Equatable {
    let picture: [Cell]
    let status: String
  }

  @Test(arguments: [
    (SymbolSet.half, "idle enter idle"), (.sextant, "idle enter idle z + idle"),
  ])
  func `an opened picture is turned, and four turns are none`(
    symbols: SymbolSet, opening: String
  ) throws {
    func frame(after keys: String) throws -> LastFrame {
      let surface = try play("\(opening) \(keys)") {
        $0.view.wishes.symbols = symbols
        $0.view.wishes.graphics = .symbols
      }.loop.stage.surface
      let cells = (0..<surface.size.rows - 1).flatMap { row in
        (0..<surface.size.columns).map { surface[$0, row] }
      }
      return LastFrame(picture: cells, status: surface.textLines.last ?? "")
    }
    let upright = try frame(after: "idle")
    let turned = try frame(after: "] idle")
    #expect(turned.picture != upright.picture && turned.status.contains("turned 90°"))
    #expect(try frame(after: "[ [ idle [ idle").picture == turned.picture)
    let half = try frame(after: "] ] idle")
    #expect(half.picture != upright.picture && half.status.contains("turned 180°"))
    #expect(try frame(after: "] idle ] idle ] idle ] idle") == upright)
    #expect(try frame(after: "| idle ] idle | idle ] idle") == upright)
  }

  @Test func `a resize in mid session is drawn at the new size`() throws {
    let played = try play("idle resize:50x20 idle")
    #expect(played.loop.stage.surface.size == CellSize(columns: 50, rows: 20))
  }
}
