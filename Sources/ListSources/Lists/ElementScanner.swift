/// Finds the elements of a JSON array.
///
/// It only tracks brackets and strings; elements are parsed on demand.
package struct ElementScanner {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private var isClosed = false

  package init() {}

  /// Scans like `LineScanner.scan`, for a text that begins after the array's bracket or after an element.
  package mutating func scan(
    _ text: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout EntryBatch
  ) -> Int {
    var place = 0
    while !isClosed {
      while place < text.count, text[place].isBetweenElements { place += 1 }
      guard place < text.count else { break }
      if text[place] == UInt8(ascii: "]") {
        isClosed = true
      } else if let end = elementEnd(in: text, from: place, isEnd: isEnd) {
        if text[place] != UInt8(ascii: "n") { batch.ranges.append(place..<end) }
        place = end
      } else {
        break
      }
    }
    if isEnd, !isClosed { batch.problem = "its array has no end" }
    return isClosed ? text.count : place
  }

  /// Returns the end offset of an element; nil if it may come later.
  package func elementEnd(
    in text: UnsafeRawBufferPointer, from start: Int, isEnd: Bool
  ) -> Int? {
    var depth = 0
    var place = start
    while place < text.count {
      switch text[place] {
      case Self.quote:
        guard let end = textEnd(in: text, from: place) else { return nil }
        place = end
        if depth == 0 { return place }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The array's closing bracket ends a number before it.
        if depth == 0 { return max(place, start + 1) }
        depth -= 1
        if depth == 0 { return place + 1 }
      case let byte where depth == 0 && byte.isBetweenElements: return place
      default: break
      }
      place += 1
    }
    return isEnd && depth == 0 ? place : nil
  }

  /// Returns the offset after the closing quote of a string.
  package func textEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start + 1
    while let quote = text[place...].place(of: Self.quote) {
      var escapes = quote
      while escapes > place, text[escapes - 1] == Self.backslash { escapes -= 1 }
      if (quote - escapes).isMultiple(of: 2) { return quote + 1 }
      place = quote + 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it is a blank or a comma between the elements of a JSON array.
  fileprivate var isBetweenElements: Bool {
    isTrailingBlank || self == LineScanner.newline || self == UInt8(ascii: ",")
  }
}
