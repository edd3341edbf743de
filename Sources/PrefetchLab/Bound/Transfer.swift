/// A demand as the bound sees it: in milliseconds, at the link's full rate.
struct Transfer {
  /// Until the first byte.
  let latency: Double
  /// From the first byte to the last one with the whole pipe: what it takes of the pipe.
  let length: Double
  /// Where the curve lies in `TransferList.pieces`.
  let pieces: Range<Int>
  let never: Double

  /// The least time that a slot is held.
  var span: Double { latency + length }
}
