import Glibc
import SimulationModels

/// A part of a scene that lies in front of the sky, drawn row by row.
///
/// Places are fractions of the width and of the height. Edges are as soft as a pixel is high, so that no picture needs
/// more than one sample a pixel.
protocol SceneLayer {
  /// Draws on the pixels of a row in which it is.
  ///
  /// - Parameters:
  ///   - y: the height of the row's middle below the top.
  ///   - pixel: the height of a pixel.
  func draw(on row: inout [Ink], y: Float, pixel: Float)
}

/// The share of a pixel inside an edge at a distance, positive on the inner side.
func coverage(_ distance: Float, pixel: Float) -> Float {
  min(1, max(0, 0.5 + distance / pixel))
}

/// Ground below a line: hills, mountains with snow, or dunes.
struct GroundLayer: SceneLayer {
  let color: Ink
  /// The color of the mist at its upper edge.
  let mist: Ink
  /// The height of its upper edge in each column.
  let edge: [Float]
  /// The color of the snow and its depth in each column; nil for none.
  var snow: (color: Ink, depth: [Float])?
  /// The light on each column's slope, from -1 to 1; empty if its slopes are alike.
  var light: [Float] = []

  func draw(on row: inout [Ink], y: Float, pixel: Float) {
    for column in row.indices {
      let depth = y - edge[column]
      let share = coverage(depth, pixel: pixel)
      if share == 0 { continue }
      var ink = color
      if let snow, depth < snow.depth[column] {
        ink = snow.color
      } else if !light.isEmpty {
        let shine = light[column]
        ink = ink.mixed(
          with: shine > 0 ? Ink(255, 226, 160) : Ink(90, 40, 40), min(0.28, abs(shine)))
      } else {
        ink = ink.mixed(with: mist, max(0, 0.18 - depth / 2))
      }
      row[column] = row[column].mixed(with: ink, share)
    }
  }

  /// The edge of rolling hills in each of some columns.
  ///
  /// - Parameters:
  ///   - base: the height of its middle.
  ///   - reach: the greatest way up and down.
  ///   - roughness: the share of short waves, from 0 to 1.
  static func hills(
    _ columns: Int, base: Float, reach: Float, roughness: Float,
    _ random: inout SeededGenerator
  ) -> [Float] {
    let shares: [Float] = [1, roughness / 2 + 0.1, roughness * 0.28, roughness * 0.16]
    let waves = zip([1.3, 2.9, 6.1, 13] as [Float], shares).map { frequency, share in
      (
        frequency: frequency * .random(in: 0.6...1.4, using: &random) * 2 * .pi,
        phase: Float.random(in: 0...(2 * .pi), using: &random),
        height: reach * share / shares.reduce(0, +)
      )
    }
    return (0..<columns).map { column in
      let x = (Float(column) + 0.5) / Float(columns)
      return base - waves.reduce(0) { $0 + $1.height * sinf($1.frequency * x + $1.phase) }
    }
  }

  /// The edge of pointed mountains in each of some columns.
  static func mountains(
    _ columns: Int, base: Float, height: Float, _ random: inout SeededGenerator
  ) -> [Float] {
    let count = Int.random(in: 2...3, using: &random)
    let peaks = (-1...count).map { number in
      (
        x: (Float(number) + .random(in: 0.2...0.8, using: &random)) / Float(count),
        height: Float.random(in: 0.6...1, using: &random)
      )
    }
    let slope = Float.random(in: 1.1...1.6, using: &random) * Float(count) * 0.45
    let phase = Float.random(in: 0...6, using: &random)
    return (0..<columns).map { column in
      let x = (Float(column) + 0.5) / Float(columns)
      let top = peaks.map { $0.height - abs(x - $0.x) * slope }.max() ?? 0
      let crags = 0.06 * sinf(40 * x + phase) + 0.04 * sinf(97 * x + 2 * phase)
      return base - height * max(0, top + crags)
    }
  }
}

/// A row of buildings.
struct BuildingsLayer: SceneLayer {
  private struct Building {
    let columns: Range<Float>
    let top: Float
    let tone: Float
  }

  private let buildings: [Building]
  private let color: Ink
  private let facade: Ink
  private let hasLamps: Bool

  private static let floor: Float = 0.045

  init(
    _ color: Ink, tops: ClosedRange<Float>, _ light: SceneLight, _ random: inout SeededGenerator
  ) {
    self.color = color
    facade = light.horizon
    hasLamps = light.hasLamps
    var (x, buildings) = (Float(0), [Building]())
    while x < 1 {
      let width = Float.random(in: 0.06...0.14, using: &random)
      buildings.append(
        Building(
          columns: x..<x + width, top: .random(in: tops, using: &random),
          tone: .random(in: 0...1, using: &random)))
      x += width + .random(in: 0...0.02, using: &random)
    }
    self.buildings = buildings
  }

  func draw(on row: inout [Ink], y: Float, pixel: Float) {
    for building in buildings where y > building.top - pixel {
      let share = coverage(y - building.top, pixel: pixel)
      let count = Float(row.count)
      let columns =
        Int(building.columns.lowerBound * count)..<Int(building.columns.upperBound * count)
      for column in columns.clamped(to: row.indices) {
        let x = (Float(column) + 0.5) / count
        row[column] = row[column].mixed(with: ink(of: building, x, y), share)
      }
    }
  }

  private func ink(of building: Building, _ x: Float, _ y: Float) -> Ink {
    guard hasLamps else { return color.mixed(with: facade, 0.25 + 0.3 * building.tone) }
    let depth = y - building.top
    let story = Int(depth / Self.floor)
    let width = building.columns.upperBound - building.columns.lowerBound
    let window = Int((x - building.columns.lowerBound) / width * 5)
    let isGap = depth - Float(story) * Self.floor < Self.floor * 0.4 || depth < 0.02
    let chance = SeededGenerator.mixed(
      UInt64(bitPattern: Int64(window * 131 + story * 17)) &+ UInt64(building.tone * 4_096))
    return isGap || chance % 10 > 2 ? color : color.mixed(with: Ink(255, 214, 120), 0.75)
  }
}

/// Table mountains with layers of rock.
struct ButteLayer: SceneLayer {
  private struct Butte {
    let columns: ClosedRange<Float>
    let top: Float
  }

  private let buttes: [Butte]
  private let light: SceneLight
  /// The place of the sun, which lights one side.
  private let sun: Float
  private let aspect: Float

  init(_ light: SceneLight, sun: Float, aspect: Float, _ random: inout SeededGenerator) {
    self.light = light
    self.sun = sun
    self.aspect = aspect
    buttes = [(0...0.3 as ClosedRange<Float>), 0.5...0.85].map { places in
      let left = Float.random(in: places, using: &random)
      return Butte(
        columns: left...left + .random(in: 0.12...0.3, using: &random),
        top: .random(in: 0.3...0.5, using: &random))
    }
  }

  func draw(on row: inout [Ink], y: Float, pixel: Float) {
    for butte in buttes {
      let (left, right) = (butte.columns.lowerBound, butte.columns.upperBound)
      for column in row.indices {
        let x = (Float(column) + 0.5) / Float(row.count)
        let inside = min(x - left, right - x) * aspect
        // A steep wall, and scree below it.
        let share = coverage(y - (inside > 0 ? butte.top : butte.top - inside * 2.6), pixel: pixel)
        if share == 0 { continue }
        let isLit = (x > (left + right) / 2) == (sun > x)
        row[column] = row[column].mixed(with: rock(y - butte.top, isLit: isLit), share)
      }
    }
  }

  private func rock(_ depth: Float, isLit: Bool) -> Ink {
    let stripe = Ink(rgb: sinf(depth * 60) > 0 ? 0xE8_9A62 : 0x9A_4A34)
    let ink = Ink(rgb: 0xC8_663E).mixed(with: stripe, 0.35)
    if light.isNight { return ink.mixed(with: light.near, 0.7) }
    return isLit ? ink : ink.mixed(with: Ink(60, 25, 40), 0.3)
  }
}

/// A single tree.
struct TreeLayer: SceneLayer {
  /// The foot of the trunk.
  let foot: (x: Float, y: Float)
  let radius: Float
  let aspect: Float
  let light: SceneLight

  func draw(on row: inout [Ink], y: Float, pixel: Float) {
    let leaves = Ink(rgb: 0x2F_5A2A).mixed(with: light.near, 0.3)
    let middle = foot.y - radius * 1.6
    for column in row.indices {
      let x = ((Float(column) + 0.5) / Float(row.count) - foot.x) * aspect
      if abs(x) < max(radius * 0.13, pixel / 2), y > middle, y < foot.y {
        row[column] = leaves.mixed(with: Ink(40, 25, 15), 0.6)
      }
      let share = coverage(radius - hypotf(x, y - middle), pixel: pixel)
      if share == 0 { continue }
      let shine = max(0, min(0.3, 0.12 - (y - middle) / radius * 0.2))
      row[column] = row[column].mixed(with: leaves.mixed(with: light.horizon, shine), share)
    }
  }
}
