/// Chooses the pictures sent with each frame over a slow link; others wait.
///
/// A frame admits pictures up to its budget, but at least one. Without a budget it admits none, so
/// that its text is not delayed. The next ones are admitted once the previous are completely sent
/// or gone.
struct PictureAdmission {
  private var admitted: Set<UInt32> = []
  /// The pictures admitted last, which may not be completely sent.
  private var underWay: Set<UInt32> = []
  /// Whether a picture of the frame waits.
  private(set) var isHoldingBack = false

  /// Whether a picture of the current frame is drawn.
  func admits(_ id: UInt32) -> Bool { admitted.contains(id) }

  /// Admits all pictures of a frame.
  mutating func admitAll(_ ids: [UInt32]) {
    admitted = Set(ids)
    underWay = []
    isHoldingBack = false
  }

  /// Admits some pictures of a frame, in addition to those admitted before.
  ///
  /// - Parameters:
  ///   - pictures: all pictures of the frame, most urgent first.
  ///   - budget: the bytes for new ones; 0 for none.
  ///   - keepsFormer: whether those admitted before stay admitted.
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

  /// Records that the complete frame was sent.
  mutating func frameWasSent() { underWay.removeAll(keepingCapacity: true) }
}
