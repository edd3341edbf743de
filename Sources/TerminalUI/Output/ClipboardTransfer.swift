import Raster

/// A picture on its way to the clipboard of the terminal, by kitty's protocol (OSC 5522).
///
/// The parts go with frames. The terminal keeps the picture once the last of them has come, and answers then; it
/// answers earlier only if it refuses the picture.
package struct ClipboardTransfer: Sendable {
  /// The most bytes of a picture.
  package static let mostBytes = 16_000_000
  /// The most bytes of a part, which a local terminal takes in less than a frame.
  private static let mostPartBytes = 128 << 10
  /// The most bytes of a picture in a packet: the protocol allows 4096, and threes need no padding.
  private static let packetBytes = 4_095

  private let bytes: [UInt8]
  private let id: String
  /// The beginning of each packet with bytes.
  private let header: [UInt8]
  /// The bytes of the picture in the parts so far.
  package private(set) var sentBytes = 0

  /// - Parameters:
  ///   - bytes: the file, which is not empty.
  ///   - type: its MIME type.
  ///   - id: letters and digits that tell the answers of this transfer from others.
  package init(_ bytes: [UInt8], type: String, id: String) {
    self.bytes = bytes
    self.id = id
    let type = String(decoding: Base64.text(of: Array(type.utf8)), as: UTF8.self)
    header = Array("\u{1B}]5522;type=wdata:mime=\(type);".utf8)
  }

  /// The bytes of the picture.
  package var totalBytes: Int { bytes.count }

  /// Whether the last part was made, so that the terminal owes an answer.
  package var isSent: Bool { sentBytes == bytes.count }

  /// Makes the next part; empty after the last one.
  ///
  /// - Parameter limit: the most bytes; at least one packet is made.
  package mutating func nextPart(atMost limit: Int) -> [UInt8] {
    if isSent { return [] }
    var part = sentBytes == 0 ? Self.packet("write:id=\(id)") : []
    let limit = min(limit, Self.mostPartBytes)
    let share = max(3, min(Self.packetBytes, limit / 2) / 3 * 3)
    repeat {
      let end = min(sentBytes + share, bytes.count)
      part += header + Base64.text(of: Array(bytes[sentBytes..<end])) + Self.terminator
      sentBytes = end
    } while !isSent && part.count + header.count + share / 3 * 4 + 64 <= limit
    return part + (isSent ? Self.packet("wdata") : [])
  }

  /// The end of the transfer that an answer tells; nil if it tells none.
  package func end(by answer: ClipboardAnswer) -> End? {
    guard answer.id == id, sentBytes > 0 else { return nil }
    switch answer.status {
    case "DONE": return isSent ? .isCopied : nil
    case let status where status.hasPrefix("E"): return .isRefused(ClipboardRefusal(code: status))
    default: return nil
    }
  }

  package enum End: Hashable, Sendable {
    case isCopied
    case isRefused(ClipboardRefusal)
  }

  /// The bytes that end a transfer before its last part, and leave the clipboard as it was.
  ///
  /// A new transfer, which is never completed, takes the place of the former one.
  package static let cancellation = packet("write")

  private static let terminator: [UInt8] = [0x1B, UInt8(ascii: "\\")]

  private static func packet(_ fields: String) -> [UInt8] {
    Array("\u{1B}]5522;type=\(fields)".utf8) + terminator
  }
}

/// The terminal's answer to a picture for its clipboard; the contents are untrusted.
package struct ClipboardAnswer: Hashable, Sendable {
  /// The id of the transfer; empty without one.
  package let id: String
  /// `DONE`, or the code of an error.
  package let status: String

  package init(id: String, status: String) {
    self.id = id
    self.status = status
  }
}

/// The reason why a terminal refuses a picture for its clipboard.
package enum ClipboardRefusal: Hashable, Sendable {
  case isForbidden, isBusy, isMissing, isBroken

  fileprivate init(code: String) {
    self =
      switch code {
      case "EPERM": .isForbidden
      case "EBUSY": .isBusy
      case "ENOSYS": .isMissing
      default: .isBroken
      }
  }
}
