extension ImagePriority {
  /// Whether the picture is not on screen, and may never be.
  package var isSpeculative: Bool { self < .normal }
}
