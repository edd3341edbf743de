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

  /// Whether each candidate is examined; otherwise sets of items decide.
  var looksAtEach: Bool { text != nil || format != nil || readsFiles }

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
