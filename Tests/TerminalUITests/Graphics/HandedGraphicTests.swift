import Glibc
import Raster
import TestSupport
import Testing

@testable import TerminalUI

/// Graphics whose pixels a terminal on the same machine reads itself.
@Suite struct HandedGraphicTests {
  private static let size = CellSize(columns: 31, rows: 18)

  @Test(arguments: LocalMedium.allCases)
  func `bytes are there by a secret name, for their owner alone, until the end`(
    medium: LocalMedium
  ) throws {
    func make() -> HandedBytes? {
      HandedBytes(3000, by: medium) {
        $0.initializeMemory(as: UInt8.self, repeating: 7, count: 3000)
      }
    }
    var handed = try [#require(make()), #require(make())]
    let names = handed.map(\.name)
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { !HandedReader.isRemoved($0) })
    let bytes =
      medium == .sharedMemory
      ? HandedReader.takeObject(names[0]) : HandedReader.takeFile(names[0])
    #expect(bytes == Array(repeating: 7, count: 3000))
    #expect(HandedReader.isRemoved(names[0]) && !HandedReader.isRemoved(names[1]))
    handed = []
    #expect(names.allSatisfy(HandedReader.isRemoved))
  }

  @Test(.timeLimit(.minutes(1)), arguments: LocalMedium.allCases, 0..<2)
  func `after every frame the screen shows every picture, and no pixels were sent`(
    medium: LocalMedium, part: UInt64
  ) {
    for seed in part * 10..<(part + 1) * 10 {
      var gallery = RandomGallery(seed: seed, size: Self.size, kind: .kitty)
      var bench = KittyLayerTests.Bench(size: Self.size, quotaBytes: 60_000)
      bench.presenter.medium = medium
      for frame in 0..<30 {
        _ = bench.present(gallery.surface)
        let shown = bench.terminal.surface(of: gallery.graphics)
        let fault = KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: true)
        guard fault == nil, bench.terminal.complaints.isEmpty else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        gallery.step()
      }
      let names = bench.terminal.handedNames
      #expect(bench.terminal.payloadBytes < 100 * names.count && !names.isEmpty)
      #expect(names.allSatisfy(HandedReader.isRemoved))
    }
  }

  @Test func `a frame of pictures takes a line of text for each`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .sharedMemory
    let frame = bench.present(gallery.surface, limit: FrameLimit(bytes: 8000, focusRow: 9))
    let shown = bench.terminal.surface(of: gallery.graphics)
    #expect(frame.isComplete)
    #expect(KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
    #expect(bench.terminal.handedNames.count > 6)
  }

  @Test func `a terminal that can't read is sent pixels, and nothing is left behind`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .sharedMemory
    bench.terminal.isDistant = true
    _ = bench.present(gallery.surface)
    let names = bench.terminal.handedNames
    #expect(names.contains { !HandedReader.isRemoved($0) })
    for (name, isThere) in bench.terminal.takeAnswers() {
      _ = bench.presenter.graphicAnswers?.answered(name, isThere: isThere)
    }
    #expect(bench.presenter.medium == nil)
    #expect(names.allSatisfy(HandedReader.isRemoved))
    let again = bench.present(gallery.surface)
    let shown = bench.terminal.surface(of: gallery.graphics)
    #expect(again.isComplete && bench.terminal.handedNames == names)
    #expect(KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
  }

  @Test func `a farewell removes what the terminal has not read`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .temporaryFile
    bench.terminal.isDistant = true
    _ = bench.present(gallery.surface)
    let names = bench.terminal.handedNames
    #expect(names.contains { !HandedReader.isRemoved($0) })
    bench.terminal.feed(bench.presenter.farewell())
    #expect(names.allSatisfy(HandedReader.isRemoved))
  }
}
