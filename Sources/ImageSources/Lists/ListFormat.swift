/// How the text of a list says where its pictures are.
enum ListFormat: Equatable {
  typealias Scanner = LineScanner

  /// The most bytes of an entry; a longer one is left out.
  ///
  /// A `data` URL may be as long as a picture.
  static let longestEntry = 32 << 20

  /// A path or URL a line, or up to each zero byte.
  case lines(separator: UInt8)

  /// What finds the entries, from the first byte of one on.
  var scanner: Scanner {
    switch self {
    case .lines(let separator): LineScanner(separator: separator)
    }
  }

  /// Reads an entry.
  func entry(in bytes: ArraySlice<UInt8>) -> ListEntry {
    switch self {
    case .lines: ListEntry(address: bytes)
    }
  }
}

extension ListFormat {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The format of a list, and how many bytes come before its entries.
  ///
  /// - Parameters:
  ///   - text: the beginning of the list.
  ///   - isWhole: whether that is all of it.
  /// - Returns: nil where more of the text would tell.
  static func detect(
    _ text: UnsafeRawBufferPointer, isWhole: Bool, separator: UInt8
  ) -> (format: ListFormat, start: Int)? {
    let mark = text.prefix(byteOrderMark.count)
    guard byteOrderMark.starts(with: mark) else { return (.lines(separator: separator), 0) }
    guard mark.count == byteOrderMark.count || isWhole else { return nil }
    return (.lines(separator: separator), mark.count == byteOrderMark.count ? mark.count : 0)
  }
}
