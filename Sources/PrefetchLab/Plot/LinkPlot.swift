/// All traces over one link as an SVG: a panel for each, four per row, and a legend.
package struct LinkPlot: CustomStringConvertible, Sendable {
  package let description: String

  private static let panelsPerRow = 4
  private static let margin = 10.0
  private static let header = 44.0
  private static let footer = 44.0

  /// - Parameter cells: the cells of one link, in the order of their panels.
  package init(_ cells: [LaboratoryCell]) {
    let columns = min(Self.panelsPerRow, max(1, cells.count))
    let rows = (cells.count + columns - 1) / columns
    // The legend is as wide as three panels.
    let width = max(3, Double(columns)) * CellPanel.width + 2 * Self.margin
    let height = Self.header + Double(rows) * CellPanel.height + Self.footer
    let panels = cells.enumerated().map { place, cell in
      CellPanel(
        cell,
        at: Drawing.Point(
          x: Self.margin + Double(place % columns) * CellPanel.width,
          y: Self.header + Double(place / columns) * CellPanel.height)
      ).drawn
    }
    let title = "Policies over the link \(cells.first?.link ?? "")"
    let axes = Drawing.text(
      "to the right: time on screen without a picture, tile-seconds; upwards: bytes wasted",
      at: Drawing.Point(x: Self.margin, y: 34), size: 11)
    let heading = Drawing.text(
      title, at: Drawing.Point(x: Self.margin, y: 18), size: 14, isBold: true)
    description = Drawing.picture(
      width: Int(width), height: Int(height), title: title,
      heading + axes + panels.joined() + Self.legend(of: cells, at: height - 16))
  }

  private static func legend(of cells: [LaboratoryCell], at y: Double) -> String {
    var legend = ""
    var x = margin + 10
    for policy in cells.first?.policies ?? [] {
      legend += PolicyMark(policy: policy).drawn(at: Drawing.Point(x: x, y: y))
      legend += Drawing.text(policy.rawValue, at: Drawing.Point(x: x + 10, y: y + 4), size: 12)
      x += 85
    }
    guard cells.contains(where: { $0.bound != nil }) else { return legend }
    return legend
      + Drawing.line(
        Drawing.Point(x: x, y: y - 8), Drawing.Point(x: x, y: y + 8), isDashed: true)
      + Drawing.text("clairvoyant bound", at: Drawing.Point(x: x + 10, y: y + 4), size: 12)
  }
}

/// The mark of a policy: a color and a shape, each of which identifies it alone.
///
/// The colors have a contrast of at least 3 to 1 on white and on black.
struct PolicyMark {
  let policy: ComparedPolicy

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

  /// A polygon with corners in radii from the middle.
  private func polygon(_ corners: [(Double, Double)], _ middle: Drawing.Point) -> String {
    Drawing.polygon(
      corners.map {
        Drawing.Point(x: middle.x + $0.0 * Self.radius, y: middle.y + $0.1 * Self.radius)
      }, color)
  }
}
