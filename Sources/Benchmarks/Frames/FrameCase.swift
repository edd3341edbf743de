import FramePacing
import GalleryCore
import Prefetching
import Raster
import TerminalUI

/// One kind of motion on one presenter, over pictures or placeholders.
struct FrameCase {
  let size: CellSize
  let mode: Mode
  let motion: Motion
  let frames: Int
  let pictures: FramePictures

  /// The number of frames whose floor is computed, which takes longer than a frame.
  ///
  /// Graphics have none, because their bytes depend on what the terminal holds.
  private static let floors = 5

  /// Measures the update, draw and present of each frame, without making the pictures.
  func measure() throws -> Result {
    if motion == .first { return try measureFirst() }
    var stage = try Stage(size: size, mode: mode, motion: motion, pictures: pictures)
    _ = try stage.show(motion.beginning)
    let floor = FrameFloor(colors: mode.colors)
    var records: [FrameRecord] = []
    var ratios: [Double] = []
    for frame in 0..<frames {
      let before = frame < Self.floors && motion != .repaint ? stage.copyOfSurface() : nil
      if motion == .repaint { stage.presenter.invalidate() }
      let events = motion == .arrival ? try stage.nextArrival() : motion.events
      let record = try stage.show(events)
      if frame < Self.floors, mode.graphics == .symbols {
        let least = floor.bytes(from: before, to: stage.surface)
        if least > 0 { ratios.append(Double(record.bytes) / Double(least)) }
      }
      records.append(record)
      if !motion.reversal.isEmpty { _ = try stage.show(motion.reversal) }
    }
    return Result(self, records, ratios: ratios)
  }

  /// Measures first frames, each of another gallery.
  private func measureFirst() throws -> Result {
    var records: [FrameRecord] = []
    var ratios: [Double] = []
    for _ in 0..<frames {
      let stage = try Stage(size: size, mode: mode, motion: motion, pictures: nil)
      records.append(stage.first)
      guard ratios.isEmpty else { continue }
      let least = FrameFloor(colors: mode.colors).bytes(from: nil, to: stage.surface)
      ratios = [Double(stage.first.bytes) / Double(least)]
    }
    return Result(self, records, ratios: ratios)
  }
}
