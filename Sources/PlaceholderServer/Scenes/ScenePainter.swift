import Raster
import SimulationModels

/// Draws a scene in any size.
///
/// - Complexity: O(pixels), some 30 ns each.
struct ScenePainter {
  private let size: PixelSize
  private let sky: SkyLayer
  private var layers: [any SceneLayer] = []
  private let water: WaterLayer?
  /// The places of stars, and how bright they are.
  private var stars: [(x: Float, y: Float, brightness: Float)] = []

  /// The fewest columns on which stars are points and not blocks.
  private static let starryColumns = 120

  init(_ scene: Scene, in size: PixelSize) {
    self.size = size
    var random = SeededGenerator(seed: scene.seed &+ 1)
    func pick(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }

    let light = SceneLight(scene.light)
    let aspect = Float(size.width) / Float(size.height)
    let hasWater = scene.subject == .lake || scene.subject == .sea
    let horizon = hasWater ? pick(0.5...0.62) : scene.subject == .dunes ? 0.5 : pick(0.62...0.75)
    let disc = (
      x: pick(0.2...0.8),
      y: light.isLow ? horizon - pick(0.06...0.2) : pick(0.14...0.28), radius: pick(0.085...0.13)
    )
    sky = SkyLayer(
      light: light, horizon: horizon, disc: disc, aspect: aspect,
      aurora: scene.subject == .aurora ? pick(0...1) : nil)
    water =
      hasWater ? WaterLayer(light: light, shore: horizon, disc: disc, aspect: aspect) : nil
    if light.isNight, size.width >= Self.starryColumns {
      stars = (0..<60).map { _ in (pick(0...1), pick(0...0.6), pick(0.3...0.9)) }
    }
    layers = Self.layers(of: scene, light, horizon, disc.x, size, &random)
  }

  /// Draws on the whole canvas.
  func draw(on canvas: inout PictureCanvas) {
    let pixel = 1 / Float(size.height)
    var row = Array(repeating: Ink(), count: size.width)
    for index in 0..<size.height {
      let y = (Float(index) + 0.5) * pixel
      let isWater = y > water?.shore ?? 1
      let height = isWater ? water?.mirrored(y) ?? y : y
      sky.draw(on: &row, y: height, pixel: pixel)
      if !isWater { draw(starsIn: index, on: &row) }
      for layer in layers { layer.draw(on: &row, y: height, pixel: pixel) }
      if isWater { water?.draw(on: &row, y: y) }
      canvas.set(row: index, to: row)
    }
  }

  private func draw(starsIn index: Int, on row: inout [Ink]) {
    for star in stars where Int(star.y * Float(size.height)) == index {
      let column = min(size.width - 1, Int(star.x * Float(size.width)))
      // The moon and the northern lights outshine stars.
      if row[column].sum() < 330 {
        row[column] = row[column].mixed(with: Ink(255, 255, 245), star.brightness)
      }
    }
  }

  /// The layers of a scene, the farthest first.
  private static func layers(
    of scene: Scene, _ light: SceneLight, _ horizon: Float, _ sun: Float, _ size: PixelSize,
    _ random: inout SeededGenerator
  ) -> [any SceneLayer] {
    let aspect = Float(size.width) / Float(size.height)
    func hills(_ ink: Ink, _ base: Float, _ reach: Float, _ roughness: Float) -> GroundLayer {
      GroundLayer(
        color: ink, mist: light.horizon,
        edge: GroundLayer.hills(
          size.width, base: base, reach: reach, roughness: roughness, &random))
    }
    switch scene.subject {
    case .lake:
      let edge = GroundLayer.mountains(
        size.width, base: horizon, height: .random(in: 0.3...0.42, using: &random), &random)
      var mountains = GroundLayer(
        color: light.far.mixed(with: light.horizon, 0.35), mist: light.horizon, edge: edge)
      let snow = light.isLow ? Ink(255, 226, 214) : Ink(244, 247, 252)
      mountains.snow = (
        snow.mixed(with: light.far, light.isNight ? 0.55 : 0.2),
        edge.map { (horizon - $0) * 0.28 - 0.01 }
      )
      return [mountains, hills(light.far.mixed(with: light.near, 0.6), horizon - 0.03, 0.05, 0.8)]
    case .sea:
      let hasCoast = Bool.random(using: &random)
      return hasCoast
        ? [hills(light.far.mixed(with: light.horizon, 0.4), horizon + 0.02, 0.07, 0.6)] : []
    case .dunes:
      let sand: [UInt32] = [0xF4_C27A, 0xD9_8F4E, 0xA8_5A34]
      return zip(sand, [(0.52, 0.08), (0.68, 0.1), (0.86, 0.1)] as [(Float, Float)]).map {
        var dune = hills(light.shade(Ink(rgb: $0)), $1.0, $1.1, 0.1)
        dune.light = slopes(of: dune.edge, from: sun)
        return dune
      }
    case .forest:
      return (0..<4).map {
        hills(
          light.far.mixed(with: light.horizon, 0.55).mixed(with: light.near, Float($0) / 3),
          0.45 + 0.13 * Float($0), 0.07, 0.9)
      }
    case .meadow:
      let far = hills(light.far.mixed(with: light.horizon, 0.3), 0.56, 0.06, 0.4)
      let grass: [UInt32] = [0x9C_C85A, 0x6A_A84A, 0x3F_7F3A]
      let fields = zip(grass, [(0.64, 0.07), (0.76, 0.06), (0.9, 0.05)] as [(Float, Float)]).map {
        hills(light.shade(Ink(rgb: $0)), $1.0, $1.1, 0.12)
      }
      let tree = TreeLayer(
        foot: (.random(in: 0.2...0.8, using: &random), 0.76),
        radius: .random(in: 0.11...0.15, using: &random), aspect: aspect, light: light)
      return [far, fields[0], fields[1], tree, fields[2]]
    case .skyline:
      return [
        BuildingsLayer(light.far.mixed(with: light.horizon, 0.4), tops: 0.3...0.65, light, &random),
        BuildingsLayer(light.near, tops: 0.5...0.85, light, &random),
      ]
    case .aurora:
      return [
        hills(light.near, 0.78, 0.1, 1),
        hills(light.near.mixed(with: Ink(), 0.5), 0.9, 0.05, 1),
      ]
    case .mesa:
      return [
        ButteLayer(light, sun: sun, aspect: aspect, &random),
        hills(Ink(rgb: 0x8F_4A30).mixed(with: light.near, 0.35), 0.84, 0.04, 0.5),
      ]
    }
  }

  /// The light on the slopes below an edge: positive where they face the sun.
  private static func slopes(of edge: [Float], from sun: Float) -> [Float] {
    let count = Float(edge.count)
    // The slope over a hundredth of the width, whatever the size.
    let reach = max(1, edge.count / 100)
    return edge.indices.map { column in
      let next = min(edge.count - 1, column + reach)
      let rise = (edge[next] - edge[column]) * count / Float(reach) / 100
      return rise * 14 * (sun > (Float(column) + 0.5) / count ? 1 : -1)
    }
  }
}
