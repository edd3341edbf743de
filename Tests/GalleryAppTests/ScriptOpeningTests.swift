import FoundationEssentials
import GalleryCore
import ImageLoading
import Raster
import Recordings
import TestSupport
import Testing

@testable import GalleryApp

/// A session of a script opens as one on a terminal does.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct ScriptOpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      _ = try folder.file("\(name).ppm", Array("P6 1 1 255\nabc".utf8))
    }
  }

  /// The gallery after its first frame.
  private func open(_ name: String = "", layout: GalleryLayout.Mode? = nil) throws -> Gallery {
    var configuration = SessionConfiguration(sources: ["\(folder.url.path)/\(name)"])
    configuration.input = .script(try Script("quit"), screen: CellSize(columns: 120, rows: 40))
    configuration.loading.diskLimitBytes = 0
    configuration.view.layout = layout
    let played = try Session(configuration).play()
    defer { played.pipeline.invalidate() }
    return played.loop.gallery
  }

  @Test func `a folder is a grid, and on request a list of low lines`() throws {
    let gallery = try open()
    #expect(gallery.screen == .tiles && gallery.itemCount == 3 && gallery.layout.mode == .grid)
    let list = try open(layout: .list).layout
    #expect(list.mode == .list && list.pictureCells == CellSize(columns: 9, rows: 3))
  }

  @Test func `one picture is opened, with its folder behind it`() throws {
    let gallery = try open("b.ppm")
    #expect(gallery.screen == .detail && gallery.itemCount == 3 && gallery.selection == 1)
  }

  @Test func `in a chosen layout one picture is alone, and not opened`() throws {
    let gallery = try open("b.ppm", layout: .list)
    #expect(gallery.screen == .tiles && gallery.itemCount == 1)
  }
}
