import Raster

/// The extent of the frame-time overlay.
package enum OverlayLevel: String, CaseIterable, Hashable, Sendable {
  case off
  /// In the status line.
  case line
  /// A band of figures and a graph.
  case panel
  /// The panel, and more figures under it.
  case full

  /// The next level in the order of the overlay's key.
  package var next: OverlayLevel {
    let levels = Self.allCases
    return levels[((levels.firstIndex(of: self) ?? 0) + 1) % levels.count]
  }
}

/// A change of the overlay by the person.
package enum OverlayChange: Hashable, Sendable {
  case nextLevel
  case level(OverlayLevel)
  case edge(OverlayLayout.Edge)
}

/// The overlay's level, and the rows of the screen that it takes from the gallery.
package struct OverlayLayout: Hashable, Sendable {
  /// The edge of the screen at which its band lies.
  package enum Edge: String, CaseIterable, Hashable, Sendable {
    case top, bottom
  }

  /// The rows of the panel.
  static let panelRows = 8
  /// The most rows of the full overlay.
  private static let fullRows = 16
  /// The fewest rows of a band; with less room, the overlay is a line.
  private static let fewestRows = 4

  package var level: OverlayLevel
  package var edge: Edge

  package init(level: OverlayLevel = .off, edge: Edge = .bottom) {
    self.level = level
    self.edge = edge
  }

  /// The layout after a change.
  func applying(_ change: OverlayChange) -> OverlayLayout {
    switch change {
    case .nextLevel: OverlayLayout(level: level.next, edge: edge)
    case .level(let level): OverlayLayout(level: level, edge: edge)
    case .edge(let edge): OverlayLayout(level: level == .off ? .panel : level, edge: edge)
    }
  }

  /// The rows of the band, at most half of those above the status line.
  func rows(on screen: CellSize) -> Int {
    let wish =
      switch level {
      case .off, .line: 0
      case .panel: Self.panelRows
      case .full: Self.fullRows
      }
    let rows = min(wish, (screen.rows - GalleryLayout.statusRows) / 2)
    return rows < Self.fewestRows ? 0 : rows
  }

  /// The level that has room on a screen.
  func level(on screen: CellSize) -> OverlayLevel {
    level == .off || rows(on: screen) > 0 ? level : .line
  }
}
