/// How a picture is fitted to its target.
public enum ContentMode: Hashable, Sendable {
  /// The whole picture inside the target, its aspect ratio kept.
  case fit
  /// The target covered, what sticks out cut off on both sides alike.
  case fill
}
