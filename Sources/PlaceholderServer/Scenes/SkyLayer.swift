import Glibc
import SimulationModels

/// The sky, with the sun or the moon and its glow, and with northern lights.
struct SkyLayer: SceneLayer {
  let light: SceneLight
  /// The height at which the sky ends.
  let horizon: Float
  let disc: (x: Float, y: Float, radius: Float)
  let aspect: Float
  /// The phase of the northern lights; nil for none, and then a disc is drawn.
  let aurora: Float?

  func draw(on row: inout [Ink], y: Float, pixel: Float) {
    let depth = y / horizon
    let base =
      depth < 0.6
      ? light.top.mixed(with: light.middle, depth / 0.6)
      : light.middle.mixed(with: light.horizon, min(1, (depth - 0.6) / 0.4))
    for column in row.indices {
      let x = (Float(column) + 0.5) / Float(row.count)
      row[column] =
        if let aurora { curtain(over: base, x, y, phase: aurora) } else {
          shine(over: base, x, y, pixel)
        }
    }
  }

  private func shine(over base: Ink, _ x: Float, _ y: Float, _ pixel: Float) -> Ink {
    let distance = hypotf((x - disc.x) * aspect, y - disc.y)
    let glow = max(0, 1 - distance / (disc.radius * 4.5))
    return base.mixed(with: light.disc, glow * glow * (light.isNight ? 0.25 : 0.55))
      .mixed(with: light.disc, coverage(disc.radius - distance, pixel: pixel))
  }

  private func curtain(over base: Ink, _ x: Float, _ y: Float, phase: Float) -> Ink {
    let fold = 0.22 + 0.1 * sinf(3 * x + 9 * phase) + 0.05 * sinf(9 * x + 20 * phase)
    let depth = y - fold
    let height = depth < 0 ? expf(-(depth * depth) / 0.0025) : expf(-depth / 0.22)
    let pleats = 0.62 + 0.38 * sinf(22 * x + 4 * sinf(5 * x + 7 * phase))
    let ink = Ink(rgb: 0x4D_FFB0).mixed(
      with: Ink(rgb: 0xB0_5CFF), min(1, max(0, 0.5 - depth * 2)))
    return base.mixed(with: ink, min(0.85, height * pleats))
  }
}

/// Water that mirrors what is above its shore.
struct WaterLayer {
  let light: SceneLight
  let shore: Float
  let disc: (x: Float, y: Float, radius: Float)
  let aspect: Float

  /// The height whose picture the water shows at a height below the shore.
  func mirrored(_ y: Float) -> Float { max(0, 2 * shore - y) }

  /// Draws waves and the glitter of the sun over a mirrored row.
  func draw(on row: inout [Ink], y: Float) {
    let depth = (y - shore) / (1 - shore)
    let tint = light.top.mixed(with: light.near, 0.35)
    let mirror = row
    let count = Float(row.count)
    for column in row.indices {
      let x = (Float(column) + 0.5) / count
      let shift = Int((0.024 * depth * sinf(90 * y + 7 * x) * count).rounded())
      let source = min(max(0, column + shift), row.count - 1)
      let reach = disc.radius * (1.1 + 2.2 * depth)
      let glitter = max(0, 1 - abs((x - disc.x) * aspect) / reach)
      let wave = 0.5 + 0.5 * sinf(140 * y + 2 * sinf(50 * x + 31 * y))
      row[column] = mirror[source].mixed(with: tint, 0.22 + 0.25 * depth)
        .mixed(with: light.disc, min(0.75, glitter * (0.3 + 0.5 * wave)))
    }
  }
}
