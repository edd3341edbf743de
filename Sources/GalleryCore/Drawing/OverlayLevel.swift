/// How much of the frame-time overlay is shown.
package enum OverlayLevel: Hashable, Sendable {
  case off, full, compact

  /// The order in which the key goes through them.
  package var next: OverlayLevel {
    switch self {
    case .off: .full
    case .full: .compact
    case .compact: .off
    }
  }
}
