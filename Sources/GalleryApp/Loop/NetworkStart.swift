import GalleryCore
import ImageLoading

/// The start of the network after the first frame, and the effects that wait for it.
struct NetworkStart {
  private let open: () throws -> Void
  private var isOpen = false
  private var waiting: [Effect] = []

  init(open: @escaping () throws -> Void) {
    self.open = open
  }

  /// Opens the network.
  ///
  /// - Returns: the effects that waited for it.
  mutating func openNow() throws -> [Effect] {
    try open()
    isOpen = true
    return exchange(&waiting, with: [])
  }

  /// Holds an effect that needs the network until it is open.
  ///
  /// - Returns: false if the effect can be carried out now.
  mutating func hold(_ effect: Effect) -> Bool {
    if isOpen || !effect.waitsForNetwork { return false }
    waiting.append(effect)
    return true
  }
}

extension Effect {
  /// Whether it waits until the network is open; loads of local files don't.
  fileprivate var waitsForNetwork: Bool {
    switch self {
    case .pipeline(.load(let request)), .pipeline(.prefetch(let request, _)): !request.url.isLocal
    case .pipeline(.used), .pipeline(.cancel), .pipeline(.retryNow), .detail: true
    case .search, .session, .marks, .files: false
    }
  }
}
