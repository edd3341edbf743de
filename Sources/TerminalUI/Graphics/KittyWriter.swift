import Raster

/// Commands of the kitty graphics protocol.
struct KittyWriter {
  /// The answers that the terminal gives to a command.
  enum Answers {
    case none
    /// Errors only, so a terminal that has no trouble sends nothing.
    case errors
    /// Errors, and a confirmation of the whole graphic.
    case all
  }

  /// True when each command is wrapped for the terminal behind tmux, with its Escs doubled.
  let isWrapped: Bool

  /// The most payload of one command, by the protocol, and the least that is worth one.
  static let chunkBytes = 4096
  static let leastChunkBytes = 512
  /// The most bytes of a command beside its payload, and of one that names bytes.
  static let overheadBytes = 160
  static let namingBytes = 256

  /// The most bytes of the commands that send a payload.
  static func commandBytes(ofPayload bytes: Int) -> Int {
    bytes + (bytes / chunkBytes + 1) * overheadBytes
  }

  /// Sends a part of a graphic's payload; the first part also tells size, place, and format.
  ///
  /// - Parameters:
  ///   - chunk: a range of the payload's text, of whole groups of four characters.
  ///   - answers: the same for all parts.
  func transmit(
    _ graphic: Graphic, as id: UInt32, _ chunk: Range<Int>, answers: Answers,
    in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels) = graphic.payload else { return }
    write(payload: chunk.count, in: &bytes) { out in
      if chunk.lowerBound == 0 {
        begin(graphic, pixels.size, as: id, in: &out)
        if pixels.deflated != nil { out.append("o=z,") }
      }
      ask(for: answers, in: &out)
      out.append("m=")
      out.append(chunk.upperBound < pixels.textBytes ? "1;" : "0;")
      out.append(count: chunk.count) { pixels.writeText(chunk, to: $0) }
    }
  }

  /// Sends the name of a graphic's pixels, which the terminal reads itself.
  func transmit(
    _ graphic: Graphic, as id: UInt32, reading handed: HandedBytes, answers: Answers,
    in bytes: inout ByteBuffer
  ) {
    guard case .kitty(let pixels) = graphic.payload else { return }
    let payload = handed.payload
    write(payload: payload.count, in: &bytes) { out in
      begin(graphic, pixels.size, as: id, in: &out)
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
  /// It has one placement, so a terminal that has the graphic changes nothing.
  func check(_ graphic: Graphic, as id: UInt32, in bytes: inout ByteBuffer) {
    write(payload: 0, in: &bytes) { out in
      out.append("a=p,")
      ask(for: .errors, in: &out)
      place(graphic, as: id, in: &out)
    }
  }

  /// Ends a graphic that is sent in part; the terminal drops it.
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

  /// Tells the size and the format of a graphic's pixels, and places it.
  private func begin(
    _ graphic: Graphic, _ size: PixelSize, as id: UInt32, in out: inout SequenceWriter
  ) {
    out.append("a=T,f=24,s=")
    out.append(decimal: size.width)
    out.append(",v=")
    out.append(decimal: size.height)
    out.append(",")
    place(graphic, as: id, in: &out)
    out.append(",")
  }

  /// Tells the name of a graphic, and its only placement.
  private func place(_ graphic: Graphic, as id: UInt32, in out: inout SequenceWriter) {
    out.append("U=1,p=1,c=")
    out.append(decimal: graphic.size.columns)
    out.append(",r=")
    out.append(decimal: graphic.size.rows)
    out.append(",i=")
    out.append(decimal: Int(id))
  }

  private func ask(for answers: Answers, in out: inout SequenceWriter) {
    switch answers {
    case .none: out.append("q=2,")
    case .errors: out.append("q=1,")
    case .all: break
    }
  }

  private func write(
    payload: Int, in bytes: inout ByteBuffer, _ body: (inout SequenceWriter) -> Void
  ) {
    var out = bytes.writer(room: payload + Self.overheadBytes)
    out.append(isWrapped ? "\u{1B}Ptmux;\u{1B}\u{1B}_G" : "\u{1B}_G")
    body(&out)
    out.append(isWrapped ? "\u{1B}\u{1B}\\\u{1B}\\" : "\u{1B}\\")
    bytes.end(out)
  }
}

/// The combining characters that tell row and column in a placeholder of the kitty protocol: the
/// n-th stands for n.
///
/// They are the characters of combining class 230 in Unicode 6.0 that no normalization removes.
/// They stand in the order of their code points, as the protocol lists them.
enum PlaceMark {
  static let count = scalars.count

  static let scalars: [UInt32] = ranges.flatMap { Array($0) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F,
    0x0346...0x0346, 0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B,
    0x0363...0x036F, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1,
    0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF, 0x05C4...0x05C4, 0x0610...0x0617,
    0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2, 0x06E4...0x06E4,
    0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745,
    0x0747...0x0747, 0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819,
    0x081B...0x0823, 0x0825...0x0827, 0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954,
    0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F, 0x17DD...0x17DD, 0x193A...0x193A,
    0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
    0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
    0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC,
    0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1,
    0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1,
    0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF, 0xAAC1...0xAAC1,
    0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
    0x1D242...0x1D244,
  ]
}
