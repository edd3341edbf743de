import Raster

/// Commands of the kitty graphics protocol, none of which is answered (`q=2`) unless it is asked to be.
struct KittyWriter {
  /// Each command is wrapped for the terminal behind tmux, with its Escs doubled.
  let isWrapped: Bool

  /// The most payload of one command, by the protocol, and the least that is worth one.
  static let chunkBytes = 4096
  static let leastChunkBytes = 512
  /// What a command takes at most beside its payload.
  static let overheadBytes = 160

  /// Sends a part of a graphic's payload; with the first, its 24-bit pixels are to be shown by
  /// placeholders over so many cells.
  ///
  /// - Parameter isAnswered: the terminal says when it has the whole, or why not; the same for all parts.
  func transmit(
    _ graphic: Graphic, as id: UInt32, _ chunk: Range<Int>, isAnswered: Bool,
    in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels, let text) = graphic.payload else { return }
    write(payload: chunk.count, in: &bytes) { out in
      if chunk.lowerBound == 0 {
        out.append(isAnswered ? "a=T,U=1,f=24,s=" : "a=T,U=1,q=2,f=24,s=")
        out.append(decimal: pixels.width)
        out.append(",v=")
        out.append(decimal: pixels.height)
        out.append(",c=")
        out.append(decimal: graphic.size.columns)
        out.append(",r=")
        out.append(decimal: graphic.size.rows)
        out.append(",i=")
        out.append(decimal: Int(id))
        out.append(",m=")
      } else {
        out.append(isAnswered ? "m=" : "q=2,m=")
      }
      out.append(chunk.upperBound < text.count ? "1;" : "0;")
      text.withUnsafeBytes { out.append(UnsafeRawBufferPointer(rebasing: $0[chunk])) }
    }
  }

  /// Ends a graphic of which something is missing; the terminal gives it up.
  func abandon(in bytes: inout ByteBuffer) {
    write(payload: 0, in: &bytes) { $0.append("q=2,m=0;") }
  }

  /// Deletes a graphic with its pixels.
  func delete(_ id: UInt32, in bytes: inout ByteBuffer) {
    write(payload: 0, in: &bytes) { out in
      out.append("a=d,d=I,q=2,i=")
      out.append(decimal: Int(id))
    }
  }

  private func write(
    payload: Int, in bytes: inout ByteBuffer, _ body: (inout ByteWriter) -> Void
  ) {
    var out = bytes.writer(room: payload + Self.overheadBytes)
    out.append(isWrapped ? "\u{1B}Ptmux;\u{1B}\u{1B}_G" : "\u{1B}_G")
    body(&out)
    out.append(isWrapped ? "\u{1B}\u{1B}\\\u{1B}\\" : "\u{1B}\\")
    bytes.end(out)
  }
}
