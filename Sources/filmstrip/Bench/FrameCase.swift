import GalleryCore
import ImageSources
import Prefetching
import Raster
import TerminalUI

/// One kind of motion on one presenter, over pictures in which every pixel differs.
struct FrameCase {
  enum Motion: String, CaseIterable {
    case repaint
    case row
    case page
  }

  let size: CellSize
  let presenter: String
  let motion: Motion
  let frames: Int

  /// Measures update, draw and present of each frame; making the pictures is not counted.
  func measure() throws -> Result {
    let source = TemplateSource(
      address: "http://127.0.0.1/{width}x{height}?{index}", caption: "food {index}",
      count: 1_000_000, first: 0)
    var gallery = Gallery(source: AnyGalleryDataSource(source), screen: size, mode: .grid)
    let presenter = try Presenters.onSink(presenter, colors: .trueColor)
    var pictures = NoisePictures()
    var surface = Surface(size: size)
    var records: [FrameRecord] = []
    answer(gallery.update([]), &gallery, &pictures)
    gallery.draw(into: &surface, presenter: presenter.name)
    _ = presenter.present(surface)
    for _ in 0..<frames {
      var record = FrameRecord()
      if motion == .repaint { presenter.invalidate() }
      let cpu = ProgramClock.threadCPU
      let start = ProgramClock.now
      let effects = gallery.update(motion.events)
      record.update = ProgramClock.now - start
      let updateCPU = ProgramClock.threadCPU - cpu
      answer(effects, &gallery, &pictures)
      measure(gallery, presenter, &surface, &record)
      record.cpu += updateCPU
      records.append(record)
    }
    return Result(self, records)
  }

  private func measure(
    _ gallery: Gallery, _ presenter: any Presenter, _ surface: inout Surface,
    _ record: inout FrameRecord
  ) {
    let cpu = ProgramClock.threadCPU
    let start = ProgramClock.now
    gallery.draw(into: &surface, presenter: presenter.name)
    let drawn = ProgramClock.now
    record.bytes = presenter.present(surface)
    record.present = ProgramClock.now - drawn
    record.draw = drawn - start
    record.cpu = ProgramClock.threadCPU - cpu
  }

  private func answer(
    _ effects: [Effect], _ gallery: inout Gallery, _ pictures: inout NoisePictures
  ) {
    let events: [Event] = effects.compactMap {
      switch $0 {
      case .load(let request), .prefetch(let request):
        .pictureReady(request.key, pictures.picture(for: request.key))
      case .shown, .cancel, .retryNow, .switchPresenter, .suspend, .leave: nil
      }
    }
    _ = gallery.update(events)
  }
}

extension FrameCase.Motion {
  fileprivate var events: [Event] {
    switch self {
    case .repaint: []
    case .row: [.scrolled(rows: 1)]
    case .page: [.key(.pageDown)]
    }
  }
}

/// Pictures of noise, a few of them over and over.
private struct NoisePictures {
  private var pictures: [PixelImage] = []
  private var state: UInt64 = 1

  mutating func picture(for key: TileKey) -> PixelImage {
    if let first = pictures.first, first.size != key.size { pictures = [] }
    while pictures.count < 61 {
      let pixels = (0..<key.size.area).map { _ in noise() }
      pictures.append(PixelImage(size: key.size, pixels: pixels))
    }
    return pictures[key.item % pictures.count]
  }

  /// An opaque pixel; xorshift64.
  private mutating func noise() -> UInt32 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt32(truncatingIfNeeded: state >> 16) | 0xFF00_0000
  }
}
