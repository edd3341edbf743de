import FramePacing
import GalleryApp
import GalleryCore
import ImageSources
import Prefetching
import Raster
import TerminalUI

extension FrameCase {
  /// A gallery whose pictures are immediately available or arrive one by one, and a presenter on a
  /// sink.
  struct Stage {
    let presenter: any Presenter
    private let clock = SystemClock()
    /// The cost of the first frame.
    private(set) var first = FrameRecord()
    private var canvas: Canvas
    private var gallery: Gallery
    private var pictures: FramePictures?
    private let motion: Motion
    /// The loads under way.
    private var loads: [TileKey] = []
    private var profiler = FrameProfiler(budget: .microseconds(16_667))

    /// - Parameter pictures: the immediately available pictures; nil for none.
    init(size: CellSize, mode: Mode, motion: Motion, pictures: FramePictures?) throws {
      let source = TemplateSource(
        address: "http://127.0.0.1/{width}x{height}?{index}", caption: "food {index}",
        count: 1_000_000, first: 0)
      let plan = ScreenPlan(sink: mode.wishes)
      gallery = Gallery(
        source: source, screen: size,
        configuration: GalleryConfiguration(
          mode: .grid, tile: motion.tile, look: Look(plan.rendition, graphics: plan.graphics)))
      presenter = try plan.makeSinkPresenter()
      canvas = Canvas(size: size)
      self.pictures = pictures
      self.motion = motion
      first = try show([])
    }

    var surface: Surface { canvas.surface }

    /// Passes events to the gallery, draws and presents, and returns the cost.
    mutating func show(_ events: [Event]) throws -> FrameRecord {
      var record = FrameRecord()
      let cpu = clock.threadCPU
      let start = clock.now
      let effects = gallery.update(events, at: clock.now)
      record.times.update = clock.now - start
      record.times.cpu = clock.threadCPU - cpu
      try answer(effects)
      let drawCPU = clock.threadCPU
      let drawStart = clock.now
      draw(at: drawStart)
      let drawn = clock.now
      record.bytes = presenter.present(surface)
      record.times.present = clock.now - drawn
      record.times.draw = drawn - drawStart
      record.times.cpu += clock.threadCPU - drawCPU
      profiler.record(record)
      return record
    }

    private mutating func draw(at now: Duration) {
      canvas.draw(gallery)
      guard gallery.layout.overlay.level != .off else { return }
      canvas.draw(
        Overlay(profiler: profiler, loads: LoadFigures(), presenter: presenter.name, now: now),
        of: gallery)
    }

    /// A copy of the surface in its own memory, so that drawing the next frame needs no copy.
    func copyOfSurface() -> Surface {
      var copy = Surface(size: surface.size)
      let source = surface.cells
      copy.withMutableCells { cells in
        for index in source.indices { cells[index] = source[index] }
      }
      return copy
    }

    /// The events of the next load's picture.
    mutating func nextArrival() throws -> [Event] {
      guard let key = loads.popLast(), let picture = try pictures?.picture(for: key) else {
        return []
      }
      return [.pictureReady(key, picture)]
    }

    private mutating func answer(_ effects: [Effect]) throws {
      for effect in effects {
        switch effect {
        case .pipeline(.load(let request)): loads.append(request.key)
        case .pipeline(.prefetch(let request, _)):
          if motion != .arrival { loads.append(request.key) }
        case .pipeline(.used), .pipeline(.cancel), .pipeline(.retryNow), .detail, .search,
          .session, .marks, .files:
          break
        }
      }
      if motion == .arrival { return }
      var events: [Event] = []
      while !loads.isEmpty { events += try nextArrival() }
      _ = gallery.update(events, at: clock.now)
    }
  }
}
