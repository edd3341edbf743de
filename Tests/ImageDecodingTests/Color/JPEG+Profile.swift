extension [UInt8] {
  /// This JPEG with a profile in pieces, whose numbers are given in their order in the file.
  func withProfile(_ profile: [UInt8], piece: Int = 65_519, order: [Int]? = nil) -> [UInt8] {
    let pieces = stride(from: 0, to: profile.count, by: piece).map {
      profile[$0..<Swift.min($0 + piece, profile.count)]
    }
    let markers = (order ?? [Int](1...pieces.count)).flatMap { place in
      let body =
        Array("ICC_PROFILE\0".utf8) + [UInt8(place), UInt8(pieces.count)] + pieces[place - 1]
      return [0xFF, 0xE2] + number(body.count + 2, 2) + body
    }
    return self[0..<2] + markers + self[2...]
  }
}
