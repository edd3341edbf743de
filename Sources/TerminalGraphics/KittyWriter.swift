import Raster

/// Commands of the kitty graphics protocol.
struct KittyWriter {
  /// The answers requested for a command.
  enum Answers {
    case none
    /// Only errors, so that nothing is sent normally.
    case errors
    /// Errors, and a confirmation of the complete graphic.
    case all
  }

  /// Whether commands are wrapped for the terminal behind tmux, with doubled Escs.
  let isWrapped: Bool
  /// Whether graphics are placed by `place` instead of placeholders.
  var placesDirectly = false
  /// Whether graphics have no name, and are drawn at the cursor, which stays.
  var drawsAtCursor = false

  /// The protocol's largest payload of one command, and the smallest that is worth one.
  static let chunkBytes = 4096
  static let leastChunkBytes = 512
  /// The most bytes of a command besides its payload, and of one that names a medium.
  static let overheadBytes = 160
  static let namingBytes = 256

  /// The most bytes of the commands for a payload.
  static func commandBytes(ofPayload bytes: Int) -> Int {
    bytes + (bytes / chunkBytes + 1) * overheadBytes
  }

  /// Sends a part of a graphic's payload; the first part also has its size, place, and format.
  ///
  /// - Parameters:
  ///   - chunk: a range of the payload's text, in whole groups of four characters.
  ///   - answers: the requested answers; the same for all parts.
  func transmit(
    _ graphic: Graphic, as id: UInt32, _ chunk: Range<Int>, answers: Answers,
    in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels) = graphic.payload else { return }
    write(to: &bytes) { out in
      if chunk.lowerBound == 0 {
        writeHead(graphic, pixels.size, as: id, in: &out)
        if pixels.deflated != nil { out.append("o=z,") }
      }
      ask(for: answers, in: &out)
      out.append("m=")
      out.append(chunk.upperBound < pixels.textBytes ? "1;" : "0;")
      out.append(room: chunk.count) { room in
        room.baseAddress.map { pixels.writeText(chunk, to: $0) }
        return chunk.count
      }
    }
  }

  /// Sends the name of the pixels, which the terminal reads itself.
  func transmit(
    _ graphic: Graphic, as id: UInt32, reading handed: HandedBytes, answers: Answers,
    in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels) = graphic.payload else { return }
    let payload = handed.payload
    write(to: &bytes) { out in
      writeHead(graphic, pixels.size, as: id, in: &out)
      ask(for: answers, in: &out)
      out.append("t=")
      out.append(handed.medium.letter)
      out.append(",S=")
      out.append(decimal: handed.count)
      out.append(";")
      payload.withUnsafeBytes { out.append($0) }
    }
  }

  /// Places a graphic that the terminal may have dropped; only an error is answered.
  ///
  /// A graphic has one placement, so nothing changes if the terminal has it.
  func check(_ graphic: Graphic, as id: UInt32, in bytes: inout ByteBuffer) {
    write(to: &bytes) { out in
      out.append("a=p,")
      ask(for: .errors, in: &out)
      place(graphic, as: id, in: &out)
    }
  }

  /// Abandons a partly sent graphic; the terminal drops it.
  func abandon(in bytes: inout ByteBuffer) {
    write(to: &bytes) { $0.append("q=2,m=0;") }
  }

  /// Creates or moves a placement: a rectangle of a graphic over the cells; only an error is
  /// answered.
  ///
  /// The cursor is unknown afterwards.
  func place(
    _ placement: Placement, as id: UInt32, number: Int, in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels) = placement.graphic.payload else { return }
    let part = placement.part
    bytes.append("\u{1B}[")
    bytes.append(decimal: placement.place.row + 1)
    bytes.append(";")
    bytes.append(decimal: placement.place.column + 1)
    bytes.append("H")
    write(to: &bytes) { out in
      out.append("a=p,C=1,")
      ask(for: .errors, in: &out)
      if part.size != pixels.cells {
        let columns = part.columns.pixels(of: pixels.size.width, in: pixels.cells.columns)
        let rows = part.rows.pixels(of: pixels.size.height, in: pixels.cells.rows)
        out.append("x=", columns.lowerBound)
        out.append("y=", rows.lowerBound)
        out.append("w=", columns.count)
        out.append("h=", rows.count)
      }
      out.append("c=", part.size.columns)
      out.append("r=", part.size.rows)
      out.append("p=", number)
      out.append("i=")
      out.append(decimal: Int(id))
    }
  }

  /// Removes a placement of a graphic.
  func unplace(_ id: UInt32, number: Int, in bytes: inout ByteBuffer) {
    write(to: &bytes) { out in
      out.append("a=d,d=i,q=2,p=")
      out.append(decimal: number)
      out.append(",i=")
      out.append(decimal: Int(id))
    }
  }

  /// Deletes a graphic with its pixels.
  ///
  /// Konsole keeps the pixels of deleted graphics, so they are first replaced by a single pixel.
  func delete(_ id: UInt32, in bytes: inout ByteBuffer) {
    if placesDirectly {
      write(to: &bytes) { out in
        out.append("a=t,f=24,s=1,v=1,q=2,i=")
        out.append(decimal: Int(id))
        out.append(";AAAA")
      }
    }
    write(to: &bytes) { out in
      out.append("a=d,d=I,q=2,i=")
      out.append(decimal: Int(id))
    }
  }

  /// Writes the size and format of a graphic's pixels, and the placement for its placeholders.
  private func writeHead(
    _ graphic: Graphic, _ size: PixelSize, as id: UInt32, in out: inout ByteBuffer
  ) {
    out.append(placesDirectly ? "a=t,f=24,s=" : "a=T,f=24,s=")
    out.append(decimal: size.width)
    out.append(",v=")
    out.append(decimal: size.height)
    out.append(",")
    if placesDirectly {
      out.append("i=")
      out.append(decimal: Int(id))
    } else if drawsAtCursor {
      out.append("C=1,c=")
      out.append(decimal: graphic.size.columns)
      out.append(",r=")
      out.append(decimal: graphic.size.rows)
    } else {
      place(graphic, as: id, in: &out)
    }
    out.append(",")
  }

  /// Tells the name of a graphic, and its only placement.
  private func place(_ graphic: Graphic, as id: UInt32, in out: inout ByteBuffer) {
    out.append("U=1,p=1,c=")
    out.append(decimal: graphic.size.columns)
    out.append(",r=")
    out.append(decimal: graphic.size.rows)
    out.append(",i=")
    out.append(decimal: Int(id))
  }

  private func ask(for answers: Answers, in out: inout ByteBuffer) {
    switch answers {
    case .none: out.append("q=2,")
    case .errors: out.append("q=1,")
    case .all: break
    }
  }

  private func write(to bytes: inout ByteBuffer, _ body: (inout ByteBuffer) -> Void) {
    bytes.append(isWrapped ? "\u{1B}Ptmux;\u{1B}\u{1B}_G" : "\u{1B}_G")
    body(&bytes)
    bytes.append(isWrapped ? "\u{1B}\u{1B}\\\u{1B}\\" : "\u{1B}\\")
  }
}

extension Range<Int> {
  /// The pixels under a range of a picture's columns or rows of cells; at least one.
  fileprivate func pixels(of length: Int, in cells: Int) -> Range<Int> {
    let start = Swift.min(lowerBound * length / cells, length - 1)
    return start..<Swift.max(start + 1, upperBound * length / cells)
  }
}

extension ByteBuffer {
  /// Appends a key of control data, its number, and a comma.
  fileprivate mutating func append(_ key: StaticString, _ number: Int) {
    append(key)
    append(decimal: number)
    append(",")
  }
}
