/// Rows of the screen that the terminal itself moves.
struct RowScroll: Hashable {
  /// The rows of the scroll region, from 0.
  let band: Range<Int>
  /// How many rows the contents move up, negative for down: not 0, and less than the band's rows.
  let shift: Int

  /// The rows that come in at the edge and have to be drawn.
  var uncovered: Range<Int> {
    shift > 0
      ? band.upperBound - shift..<band.upperBound
      : band.lowerBound..<band.lowerBound - shift
  }
}
