import GalleryItems
import Raster

/// The conditions that all shown items meet; without any, every item is shown.
package struct ItemFilter: Hashable, Sendable {
  /// The text in the captions.
  package var text: CaptionQuery?
  package var isMarked = false
  package var hasFailed = false
  /// The format by the picture's name, such as "JPEG".
  package var format: String?
  package var shape: PictureShape?

  package var isEmpty: Bool { self == ItemFilter() }

  /// Whether an item meets the conditions that it alone decides, except for the text and the shape.
  func accepts(_ item: GalleryItem) -> Bool { format == nil || item.format == format }

  /// Whether each candidate is examined; otherwise sets of items decide.
  var looksAtEach: Bool { text != nil || looksAtItems }

  /// Whether each item is looked at, not only its caption.
  var looksAtItems: Bool { format != nil || readsFiles }

  /// The number of items examined in the frame of a key: a whole item takes about 3 µs, its caption less than 1 µs.
  var framePart: Int { looksAtItems ? 1_000 : looksAtEach ? Finder.slice : .max }

  /// Whether the texts in files are examined too.
  var readsTexts: Bool { text?.readsTexts == true }
}

extension ItemFilter {
  /// A change of the filter by the person.
  package enum Change: Hashable, Sendable {
    /// Shows captions with this text, and pictures with it in their files if so told; all of them for an empty one.
    case text(String, readsTexts: Bool = false)
    /// Shows the items with this trait only, or no longer.
    case toggle(Trait)
    case clear
  }

  package enum Trait: Hashable, Sendable {
    case marked, failed
    /// The format of the selected picture.
    case format
    case shape(PictureShape)
  }

  /// - Parameter selected: the selected item, if there is one.
  mutating func apply(_ change: Change, on selected: GalleryItem?) {
    switch change {
    case .text(let text, let readsTexts):
      self.text = text.isEmpty ? nil : CaptionQuery(text, readsTexts: readsTexts)
    case .toggle(.marked): isMarked.toggle()
    case .toggle(.failed): hasFailed.toggle()
    case .toggle(.format): format = format == nil ? selected?.format : nil
    case .toggle(.shape(let shape)): self.shape = self.shape == shape ? nil : shape
    case .clear: self = ItemFilter()
    }
  }

  /// Whether files are read to examine items, which takes longer than a frame.
  var readsFiles: Bool { shape != nil || readsTexts }

  /// The keys that follow t.
  static let traits: [TraitKey] = [
    TraitKey(key: "m", change: .toggle(.marked)), TraitKey(key: "f", change: .toggle(.format)),
    TraitKey(key: "l", change: .toggle(.shape(.landscape))),
    TraitKey(key: "p", change: .toggle(.shape(.portrait))),
    TraitKey(key: "s", change: .toggle(.shape(.square))),
    TraitKey(key: "x", change: .toggle(.failed)), TraitKey(key: "t", change: .clear),
  ]

  /// A key that follows t.
  struct TraitKey {
    let key: Character
    let change: Change

    /// - Parameter selected: the item whose format is offered.
    func title(for selected: GalleryItem?) -> String {
      switch change {
      case .toggle(.marked): "marked"
      case .toggle(.failed): "failed"
      case .toggle(.format): selected?.format ?? "format"
      case .toggle(.shape(let shape)): shape.rawValue
      case .clear, .text: "all"
      }
    }
  }

  /// The conditions in words, such as “soup”, JPEG and marked.
  var words: String {
    let words = [
      text.map { "“\($0.text)”" }, format, shape?.rawValue, isMarked ? "marked" : nil,
      hasFailed ? "failed" : nil,
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

/// The shape of a picture.
package enum PictureShape: String, Hashable, Sendable {
  case landscape, portrait, square

  package init(_ size: PixelSize) {
    self =
      size.width > size.height ? .landscape : size.width < size.height ? .portrait : .square
  }
}

extension GalleryItem {
  /// The format of the picture by the ending of its name, such as "JPEG"; nil without a short ending.
  package var format: String? {
    // Bytes, because a filter asks every item, and characters take several times as long to find.
    let name = lastingID.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let letters = name[name.index(after: dot)...]
    guard (2...5).contains(letters.count), letters.allSatisfy(\.isLetterOrDigit) else { return nil }
    let ending = String(Substring(letters)).uppercased()
    return switch ending {
    case "JPG", "JPE", "JFIF", "JIF": "JPEG"
    case "TIF": "TIFF"
    case "HEIF", "HIF": "HEIC"
    case "SVGZ": "SVG"
    default: ending
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
