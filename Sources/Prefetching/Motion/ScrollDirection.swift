/// Which way the viewport moves over the content.
public enum ScrollDirection: Hashable, Sendable {
  /// Towards the end of the content.
  case forward
  /// Towards the start of the content.
  case backward
}
