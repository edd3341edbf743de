/// The text of a JSON object, built field by field.
///
/// Foundation's encoder takes several times as long, which an hour of frames would show.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// Appends an object.
  mutating func object(_ fields: (inout JSONText) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    fields(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a field with an object.
  mutating func field(_ name: StaticString, _ fields: (inout JSONText) -> Void) {
    appendName(name)
    object(fields)
  }

  mutating func field(_ name: StaticString, _ value: Int) {
    appendName(name)
    append(value)
  }

  /// Appends a field with a number of three decimals.
  mutating func field(_ name: StaticString, thousandths value: Int) {
    appendName(name)
    if value < 0, value > -1_000 { bytes.append(UInt8(ascii: "-")) }
    append(value / 1_000)
    bytes.append(UInt8(ascii: "."))
    let rest = value.magnitude % 1_000
    for divisor: UInt in [100, 10, 1] { append(digit: rest / divisor) }
  }

  /// Appends a field with a text, or `null`.
  mutating func field(_ name: StaticString, _ value: String?) {
    appendName(name)
    guard let value else { return append("null") }
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        append("\\u00\(digits.count < 2 ? "0" : "")\(digits)")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends raw text.
  mutating func append(_ text: String) { bytes += text.utf8 }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func appendName(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      append(digit: rest % 10)
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func append(digit: UInt) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit % 10))
  }
}

extension JSONText {
  /// Appends a field with a time in milliseconds.
  mutating func field(_ name: StaticString, milliseconds time: Duration) {
    field(name, thousandths: time.nanoseconds / 1_000)
  }

  /// Appends a field with a time in microseconds.
  mutating func field(_ name: StaticString, microseconds time: Duration) {
    field(name, thousandths: time.nanoseconds)
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
