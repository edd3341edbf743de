extension Sequence<UInt8> {
  /// The bytes with `%41` and its like replaced; a `%` that no two hexadecimal digits follow stays.
  ///
  /// Bytes and not text, because the name of a file need not be UTF-8.
  func percentDecoded() -> [UInt8] {
    let encoded = Array(self)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = 0
    while index < encoded.count {
      if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
        let high = encoded[index + 1].hexDigitValue, let low = encoded[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(encoded[index])
        index += 1
      }
    }
    return decoded
  }
}

extension UInt8 {
  fileprivate var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
