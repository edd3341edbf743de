/// How pictures fill their tiles; the raw values name it in options and recordings.
package enum PictureFit: String, CaseIterable, Hashable, Sendable {
  /// The whole picture is inside its tile.
  case contain
  /// The picture covers its tile; the excess is cut off equally on both sides.
  case cover

  var other: PictureFit { self == .contain ? .cover : .contain }
}
