/// How large the detail view shows pictures.
enum Magnification: Hashable, Sendable {
  /// As large as the screen allows, but not enlarged.
  case fit
  /// So many pixels of the screen for one of the picture; pictures that fit are shown as `fit`.
  case scale(Double)
}
