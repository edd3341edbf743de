/// The entry of a file in the directory of a zip archive, unchecked (APPNOTE 6.3.10, 4.3.12).
struct ZipEntry {
  /// The length of a record without what varies.
  static let recordLength = 46
  /// Deflate makes 1,032 bytes of one at most, and rounds up.
  static let mostGrowth = 1_032

  let isEncrypted: Bool
  let method: Int
  let checksum: Int
  private(set) var packedSize: Int
  private(set) var size: Int
  /// The offset of the file's own header.
  private(set) var place: Int
  let nameLength: Int
  /// The length of the whole record.
  let length: Int
  private let extraLength: Int

  /// Reads a record but for its long numbers; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.recordLength, bytes.number(0, 4) == 0x0201_4B50 else { return nil }
    isEncrypted = bytes.number(8, 2) & 1 != 0
    method = bytes.number(10, 2)
    checksum = bytes.number(16, 4)
    packedSize = bytes.number(20, 4)
    size = bytes.number(24, 4)
    nameLength = bytes.number(28, 2)
    extraLength = bytes.number(30, 2)
    length = Self.recordLength + nameLength + extraLength + bytes.number(32, 2)
    place = bytes.number(42, 4)
  }

  /// Reads the long numbers, which stand behind the name where they do not fit 32 bits (4.5.3).
  ///
  /// - Parameter record: the whole record.
  /// - Returns: whether they are there if they are needed.
  mutating func readLongNumbers(in record: UnsafeRawBufferPointer) -> Bool {
    let start = Self.recordLength + nameLength
    guard record.count >= start + extraLength else { return false }
    var needed = [size, packedSize, place].map { $0 == 0xFFFF_FFFF }
    if !needed.contains(true) { return true }
    var field = start
    while field + 4 <= start + extraLength {
      let end = field + 4 + record.number(field + 2, 2)
      guard end <= start + extraLength else { return false }
      if record.number(field, 2) == 1 {
        var value = field + 4
        for index in needed.indices where needed[index] {
          // Numbers beyond 2^62 are lies.
          guard value + 8 <= end, record[value + 7] < 0x40 else { return false }
          let number = record.number(value, 8)
          switch index {
          case 0: size = number
          case 1: packedSize = number
          default: place = number
          }
          needed[index] = false
          value += 8
        }
        return true
      }
      field = end
    }
    return false
  }

  /// Whether its bytes can become as many as it says.
  var isPlausible: Bool { size / Self.mostGrowth <= packedSize &+ 1 }
}

extension UnsafeRawBufferPointer {
  /// A number of up to eight bytes, the last of which is below 128, inside the bytes.
  func number(_ offset: Int, _ length: Int) -> Int {
    (0..<length).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }
}
