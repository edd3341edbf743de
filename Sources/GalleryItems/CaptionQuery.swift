/// A text to find in captions.
///
/// Letters match in either case, unless the text has a capital one; accents do not count.
package struct CaptionQuery: Hashable, Sendable {
  /// The text as it was typed.
  package let text: String
  /// Whether the texts in files are examined too, which takes longer than a frame.
  package let readsTexts: Bool
  /// Whether the case of letters counts.
  private let isCaseSensitive: Bool
  private let folded: String
  /// A part of the text that a caption with it has too; empty if there is no such part.
  private let part: [UInt8]
  /// The kind of each byte value.
  private let kinds: [ByteKind]

  private enum ByteKind: UInt8 {
    case other
    /// The part may begin here.
    case beginsPart
    /// It may stand for any other: beyond ASCII, or a mark before a code.
    case isUnclear
  }

  package init(_ text: String, readsTexts: Bool = false) {
    self.text = text
    self.readsTexts = readsTexts
    isCaseSensitive = text.contains(where: \.isUppercase)
    folded = FoldedText.text(of: text, keepingCase: isCaseSensitive)
    let part =
      folded.lowercased().utf8.split { !$0.isPlain }.max { $0.count < $1.count }.map(Array.init)
      ?? []
    self.part = part
    kinds = (UInt8.min...UInt8.max).map { byte in
      if byte >= 0x80 || "%\\".utf8.contains(byte) { return .isUnclear }
      return byte.lowercased == part.first ? .beginsPart : .other
    }
  }

  /// Whether a caption contains the text.
  package func matches(_ caption: String) -> Bool {
    var caption = caption
    let answer = caption.withUTF8 { decision(on: UnsafeRawBufferPointer($0)) }
    // Letters are compared as a person sees them, which takes far longer than to look at bytes.
    return answer ?? FoldedText.text(of: caption, keepingCase: isCaseSensitive).contains(folded)
  }

  /// Whether a caption of these bytes contains the text; nil if its letters have to be compared.
  private func decision(on bytes: UnsafeRawBufferPointer) -> Bool? {
    guard mayMatch(bytes) else { return false }
    let isPartWhole = part.count == folded.utf8.count && !isCaseSensitive
    return isPartWhole && bytes.allSatisfy({ kinds[Int($0)] != .isUnclear }) ? true : nil
  }

  /// False if the caption made of these bytes cannot contain the text.
  ///
  /// Captions are parts of the bytes, after percent-encoding, escapes, quotes and line breaks are undone.
  /// So a part of the text without any of these must be there.
  ///
  /// - Complexity: O(bytes), a few instructions each.
  package func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !part.isEmpty else { return true }
    return kinds.withUnsafeBufferPointer { kinds in
      part.withUnsafeBufferPointer { part in
        for start in bytes.indices {
          switch kinds[Int(bytes[start])] {
          case .other: continue
          case .isUnclear: return true
          case .beginsPart:
            if start + part.count <= bytes.count,
              part.indices.allSatisfy({ bytes[start + $0].lowercased == part[$0] })
            {
              return true
            }
          }
        }
        return false
      }
    }
  }
}

extension UInt8 {
  /// An ASCII letter in lower case.
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// True if it stands for itself in every list and name.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_.".utf8.contains(self)
    }
  }
}
