/// A color as red, green and blue, from 0 to 255 each.
typealias Ink = SIMD3<Float>

extension Ink {
  /// The color `0xRRGGBB`.
  init(rgb: UInt32) {
    self.init(Float(rgb >> 16 & 0xFF), Float(rgb >> 8 & 0xFF), Float(rgb & 0xFF))
  }

  /// The mixture of this color at share 0 and another one at share 1.
  func mixed(with other: Ink, _ share: Float) -> Ink { self + (other - self) * share }
}

/// The colors of a landscape at a time of day.
struct SceneLight {
  enum Name: CaseIterable {
    case dawn, morning, afternoon, sunset, night
  }

  let name: Name
  /// The sky at the top, in the middle and at the horizon.
  let top, middle, horizon: Ink
  /// The sun or the moon.
  let disc: Ink
  /// Hills far away, and near.
  let far, near: Ink

  init(_ name: Name) {
    self.name = name
    let colors: [UInt32] =
      switch name {
      case .dawn: [0x4D_6EA8, 0xE8_A7A1, 0xFF_D9A0, 0xFF_F3CF, 0x8F_8FB8, 0x3B_3F66]
      case .morning: [0x2F_7FD0, 0x8C_C4EE, 0xE6_F2F4, 0xFF_F8DC, 0x7F_A6C0, 0x2D_5A4A]
      case .afternoon: [0x3F_6AA6, 0xF0_B060, 0xFF_D27A, 0xFF_F0B0, 0xB0_7A5A, 0x5A_3A2A]
      case .sunset: [0x3A_2A6A, 0xD8_506A, 0xFF_B050, 0xFF_E08A, 0x7A_4A7A, 0x2A_1F3A]
      case .night: [0x07_0B24, 0x14_204A, 0x2C_3F7A, 0xF2_F0DC, 0x1C_2A52, 0x0A_1028]
      }
    (top, middle, horizon) = (Ink(rgb: colors[0]), Ink(rgb: colors[1]), Ink(rgb: colors[2]))
    (disc, far, near) = (Ink(rgb: colors[3]), Ink(rgb: colors[4]), Ink(rgb: colors[5]))
  }

  var isNight: Bool { name == .night }
  /// Whether the sun is low, so that colors are warm.
  var isLow: Bool { name == .dawn || name == .sunset || name == .afternoon }
  /// Whether lamps are on.
  var hasLamps: Bool { name == .dawn || name == .sunset || name == .night }

  /// The color of a ground in this light.
  func shade(_ ground: Ink) -> Ink {
    switch name {
    case .night: ground.mixed(with: near, 0.75)
    case .dawn, .sunset: ground.mixed(with: Ink(rgb: 0xC0_506A), 0.3)
    case .afternoon: ground.mixed(with: Ink(rgb: 0xC0_7A3A), 0.25)
    case .morning: ground
    }
  }
}
