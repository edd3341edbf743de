import Raster

/// Sends pictures for output that scrolls by: each once and whole, for the terminal to keep.
package struct GraphicPrinter {
  /// The place of a picture in the output.
  package enum Placement: Hashable, Sendable {
    /// The picture is sent first, and placeholders of kitty's protocol show it: they are text.
    ///
    /// - Parameter throughTmux: whether the picture passes through tmux to the terminal behind it.
    case placeholders(throughTmux: Bool = false)
    /// The terminal draws the picture at its cursor.
    case atCursor
  }

  /// The most columns and rows that placeholders can show.
  package static var mostCells: Int { PlaceMark.count }

  package let placement: Placement
  private let writer: KittyWriter
  private var nextName: UInt32
  /// Whether a picture was sent by kitty's protocol, in chunks.
  private var hasSentChunks = false

  /// - Parameter firstName: the first name of a picture with placeholders; random by default, because other programs
  ///   have pictures in the terminal.
  package init(_ placement: Placement, firstName: UInt32? = nil) {
    self.placement = placement
    writer =
      switch placement {
      case .placeholders(let throughTmux): KittyWriter(isWrapped: throughTmux)
      case .atCursor: KittyWriter(isWrapped: false, drawsAtCursor: true)
      }
    nextName = firstName ?? UInt32.random(in: GraphicHoldings.names)
  }

  /// Appends a picture.
  ///
  /// - Returns: the name for its placeholders; nil if it is drawn at the cursor.
  package mutating func send(_ graphic: Graphic, into bytes: inout ByteBuffer) -> UInt32? {
    if case .printed(let sequence) = graphic.payload {
      bytes.append(sequence)
      return nil
    }
    hasSentChunks = true
    let name = nextName
    let end = graphic.payloadBytes
    var sent = 0
    while sent < end {
      let chunk = sent..<min(sent + KittyWriter.chunkBytes, end)
      writer.transmit(graphic, as: name, chunk, answers: .none, in: &bytes)
      sent = chunk.upperBound
    }
    guard placement != .atCursor else { return nil }
    let names = GraphicHoldings.names
    nextName = name == names.upperBound ? names.lowerBound : name + 1
    return name
  }

  /// Appends the end of a picture that may have been sent in part.
  package func abandon(into bytes: inout ByteBuffer) {
    if hasSentChunks { writer.abandon(in: &bytes) }
  }
}
