/// How urgently a picture is wanted, compared with the others.
public enum ImagePriority: Int, Comparable, CaseIterable, Sendable {
  case veryLow, low, normal, high, veryHigh

  public static func < (first: ImagePriority, second: ImagePriority) -> Bool {
    first.rawValue < second.rawValue
  }
}
