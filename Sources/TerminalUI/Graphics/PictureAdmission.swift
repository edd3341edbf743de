/// Chooses the pictures that a slow link gets with each frame; the others wait.
///
/// A frame admits as many as fit in its budget, and one at least. A frame without a budget admits
/// none, so that its text is not delayed. The next ones are admitted once those before are sent
/// whole, or gone.
struct PictureAdmission {
  private var admitted: Set<UInt32> = []
  /// The pictures that were admitted last and may not be sent whole yet.
  private var underWay: Set<UInt32> = []
  /// True when a picture of the frame waits.
  private(set) var isHoldingBack = false

  /// Whether a picture of the current frame is drawn.
  func admits(_ id: UInt32) -> Bool { admitted.contains(id) }

  /// Admits all pictures of a frame.
  mutating func admitAll(_ ids: [UInt32]) {
    admitted = Set(ids)
    underWay = []
    isHoldingBack = false
  }

  /// Admits some pictures of a frame, beside those that were admitted before.
  ///
  /// - Parameters:
  ///   - pictures: all pictures of the frame, the most urgent first.
  ///   - budget: the bytes of new ones; 0 for none.
  ///   - keepsFormer: whether those admitted before still are.
  mutating func admit(
    _ pictures: [(id: UInt32, bytes: Int)], budget: Int, keepsFormer: Bool = true
  ) {
    let ids = Set(pictures.map(\.id))
    admitted = keepsFormer ? admitted.intersection(ids) : []
    underWay.formIntersection(admitted)
    if underWay.isEmpty, budget > 0 {
      var room = budget
      for picture in pictures where !admitted.contains(picture.id) {
        guard room == budget || picture.bytes <= room else { break }
        admitted.insert(picture.id)
        underWay.insert(picture.id)
        room -= picture.bytes
      }
    }
    isHoldingBack = admitted.count < ids.count
  }

  /// Notes that the whole frame was sent.
  mutating func frameWasSent() { underWay.removeAll(keepingCapacity: true) }
}
