/// The natural order of names: `img2` comes before `img10`, and ASCII case is ignored.
///
/// Numbers are compared by value, without leading zeros, and sort like digits among other bytes.
/// Names that differ only in zeros and case are ordered by their bytes.
package enum NaturalOrder {
  /// Compares two names, without allocating memory.
  ///
  /// - Returns: a negative number if the left one comes first, 0 if both have the same bytes.
  package static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Int
  {
    let (order, i, j) = difference(left, right)
    if order != 0 { return order }
    let rest = (left.count - i) - (right.count - j)
    return rest != 0 ? rest : bytes(left, right)
  }

  /// Whether a name begins with another, ignoring case and leading zeros.
  ///
  /// All such names are neighbors unless the beginning ends with a digit.
  package static func begins(
    _ name: UnsafeRawBufferPointer, with beginning: UnsafeRawBufferPointer
  ) -> Bool {
    let (order, _, end) = difference(name, beginning)
    return order == 0 && end == beginning.count
  }

  /// Returns the order of two names by their first difference, and its offsets; 0 if one begins like the other.
  private static func difference(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> (order: Int, left: Int, right: Int) {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      if a.isDigit, b.isDigit {
        let (first, second) = (Number(left, at: i), Number(right, at: j))
        let order = first.compare(with: second, left, right)
        if order != 0 { return (order, i, j) }
        (i, j) = (first.end, second.end)
      } else {
        let order = Int(a.sortingByte) - Int(b.sortingByte)
        if order != 0 { return (order, i, j) }
        (i, j) = (i + 1, j + 1)
      }
    }
    return (0, i, j)
  }

  /// Returns the length of the common beginning of two names, up to the first digit.
  package static func sharedText(
    of left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, atMost most: Int
  ) -> Int {
    var count = 0
    while count < min(most, left.count, right.count), !left[count].isDigit,
      left[count].sortingByte == right[count].sortingByte
    { count += 1 }
    return count
  }

  /// Returns a 64-bit sort key: if it is smaller for one of two names, that name comes first.
  ///
  /// It encodes the name after `start` as far as it fits. A byte of text takes 8 bits. A number
  /// takes 8 bits as a marker, 4 for its length and 4 for each digit.
  package static func digest(of name: UnsafeRawBufferPointer, behind start: Int) -> UInt64 {
    var (digest, room) = (UInt64(0), 64)
    func put(_ value: UInt8, bits: Int) {
      room -= bits
      digest |= room >= 0 ? UInt64(value) << room : UInt64(value) >> -room
    }
    var place = start
    while place < name.count, room > 0 {
      put(name[place].sortingByte, bits: 8)
      guard name[place].isDigit else {
        place += 1
        continue
      }
      let number = Number(name, at: place)
      let count = number.end - number.start
      put(UInt8(min(count, 15)), bits: 4)
      // A longer number may have the same length here, so its digits can't be compared.
      if count >= 15 { break }
      for index in number.start..<number.end where room > 0 { put(name[index] - 48, bits: 4) }
      place = number.end
    }
    return digest
  }

  /// Compares two names byte by byte.
  package static func bytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int
  {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return Int(left[index]) - Int(right[index])
    }
    return left.count - right.count
  }

  /// The digits of a number in a name, without leading zeros.
  private struct Number {
    let start: Int
    let end: Int

    init(_ name: UnsafeRawBufferPointer, at place: Int) {
      var start = place
      while start < name.count, name[start] == UInt8(ascii: "0") { start += 1 }
      var end = start
      while end < name.count, name[end].isDigit { end += 1 }
      self.start = start
      self.end = end
    }

    func compare(
      with other: Number, _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
      let longer = (end - start) - (other.end - other.start)
      if longer != 0 { return longer }
      for index in 0..<(end - start) where left[start + index] != right[other.start + index] {
        return Int(left[start + index]) - Int(right[other.start + index])
      }
      return 0
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }

  /// The byte in lower case; every digit sorts as `0`, the marker of a number.
  fileprivate var sortingByte: UInt8 {
    isDigit ? 48 : (65...90).contains(self) ? self + 32 : self
  }
}
