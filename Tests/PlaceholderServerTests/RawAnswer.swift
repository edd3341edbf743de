/// An answer as received: the status, the fields of its head by lower-case name, and the body.
struct RawAnswer {
  let status: Int
  let fields: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Removes one complete answer from the start of the bytes; nil if there is none.
  init?(takenFrom bytes: inout [UInt8], hasBody: Bool) {
    guard let (head, start) = Self.head(of: bytes) else { return nil }
    self.status = head.status
    fields = head.fields
    let isBodyless = !hasBody || head.status == 304 || head.status == 204
    let length = isBodyless ? 0 : Int(head.fields["content-length"] ?? "") ?? 0
    guard bytes.count - start >= length else { return nil }
    body = Array(bytes[start..<start + length])
    bytes.removeFirst(start + length)
  }

  /// The head, and the offset of the body; nil while the head is incomplete.
  static func head(of bytes: [UInt8]) -> ((status: Int, fields: [String: String]), Int)? {
    let blank = Array("\r\n\r\n".utf8)
    guard let start = bytes.firstRange(of: blank)?.upperBound else { return nil }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
      }
    }
    return ((words.count > 1 ? Int(words[1]) ?? 0 : 0, fields), start)
  }
}
