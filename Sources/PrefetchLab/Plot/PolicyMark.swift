import Prefetching

/// How a policy is drawn: a colour and a shape, so that it can be told without the colour too.
///
/// The colours stand out from white and from black alike, at 3 to 1 or more.
struct PolicyMark {
  let policy: PrefetchPolicyName

  private static let radius = 4.5

  var color: String {
    switch policy {
    case .off: "#808080"
    case .static: "#c9711d"
    case .uikit: "#2f86d1"
    case .texture: "#9468cf"
    case .arkui: "#23936a"
    case .adaptive: "#dd3b5c"
    }
  }

  func drawn(at point: Drawing.Point) -> String {
    switch policy {
    case .off: Drawing.ring(at: point, radius: Self.radius - 0.5, color)
    case .static: polygon([(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)], point)
    case .uikit: polygon([(0, -1.1), (1, 0.8), (-1, 0.8)], point)
    case .texture: polygon([(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)], point)
    case .arkui: polygon([(0, 1.1), (1, -0.8), (-1, -0.8)], point)
    case .adaptive: Drawing.disc(at: point, radius: Self.radius, color)
    }
  }

  /// Corners in radii from the middle.
  private func polygon(_ corners: [(Double, Double)], _ middle: Drawing.Point) -> String {
    Drawing.polygon(
      corners.map {
        Drawing.Point(x: middle.x + $0.0 * Self.radius, y: middle.y + $0.1 * Self.radius)
      }, color)
  }
}
