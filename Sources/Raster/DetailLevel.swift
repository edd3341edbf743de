/// How much of a picture its cells show; each level takes about half to two thirds
/// of the bytes of the one before.
package enum DetailLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Every pixel in its own colour.
  case full
  /// Pairs of cells share their two colours.
  case pairs
  /// Pairs of cells share one colour.
  case plainPairs
  /// Fours of cells share one colour.
  case plainFours
  /// Eights of cells share one colour.
  case plainEights
  /// Sixteens of cells share one colour: little more than where a picture is light and dark.
  case plainSixteens
  /// All cells of a row share one colour: as few changes of colour as there are pictures. Rows keep
  /// a colour each, because one for the whole picture would hardly be shorter.
  case plainRows

  package static func < (left: DetailLevel, right: DetailLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Cells of a row that share their colours.
  var blockColumns: Int {
    switch self {
    case .full: 1
    case .pairs, .plainPairs: 2
    case .plainFours: 4
    case .plainEights: 8
    case .plainSixteens: 16
    case .plainRows: 1 << 16
    }
  }

  /// True when a cell shows one colour only.
  var isPlain: Bool { self >= .plainPairs }

  /// The bits of each colour channel that are kept: fewer colours are more often equal to their
  /// neighbours, and then nothing has to be sent for them.
  var colorBits: UInt32 {
    switch self {
    case .full: 8
    case .pairs: 6
    case .plainPairs, .plainFours, .plainEights, .plainSixteens, .plainRows: 5
    }
  }
}
