import FoundationEssentials

/// What an entry of a list may say of a picture.
package enum ListField: String, CaseIterable, Sendable {
  case url
  case title
  /// A smaller picture, for tiles.
  case thumbnail
  case width
  case height
  case section

  /// The names of columns and keys that say this, the clearest first, as `ColumnNames.plain` has them.
  fileprivate var names: [String] {
    switch self {
    case .url:
      [
        "url", "uri", "imageurl", "path", "file", "filepath", "imagepath", "filename", "image",
        "src", "href", "picture", "photo", "link",
      ]
    case .title: ["title", "caption", "name", "label", "alt", "description"]
    case .thumbnail: ["thumbnail", "thumbnailurl", "thumb", "preview", "previewurl"]
    case .width: ["width", "imagewidth", "w"]
    case .height: ["height", "imageheight", "h"]
    case .section: ["section", "group", "album"]
    }
  }
}

/// Which columns of a table, or keys of objects, say what.
package struct ColumnNames: Equatable, Sendable {
  private var chosen: [ListField: String] = [:]

  package init() {}

  /// Takes choices such as `url=image_path`, or `url=2` for the second column.
  ///
  /// It is nil if one does not begin with the name of a field, or names no column.
  package init?(_ choices: [String]) {
    for choice in choices {
      let parts = choice.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let field = ListField(rawValue: String(parts[0])) else { return nil }
      chosen[field] = String(parts[1])
    }
  }

  /// Whether all are found by the usual names.
  var isUsual: Bool { chosen.isEmpty }

  /// The place of the column with a field, if any.
  package func column(of field: ListField, among names: [String]) -> Int? {
    if let name = chosen[field] {
      return names.firstIndex(of: name)
        ?? names.firstIndex { Self.plain($0) == Self.plain(name) }
        ?? Int(name).map { $0 - 1 }.flatMap { names.indices.contains($0) ? $0 : nil }
    }
    let names = names.map(Self.plain)
    return field.names.lazy.compactMap { names.firstIndex(of: $0) }.first
  }

  /// Whether a text may hold a key with a field.
  func mayOccur(_ field: ListField, in text: UnsafeRawBufferPointer) -> Bool {
    let keys = (chosen[field].map { [$0] } ?? field.names).map { Array("\"\($0)\"".utf8) }
    var place = 0
    while let quote = text[place...].place(of: UInt8(ascii: "\"")) {
      place = quote + 1
      // The first letters rule out nearly all.
      if place < text.count,
        keys.contains(where: { $0[1] == text[place] && text[quote...].starts(with: $0) })
      {
        return true
      }
    }
    return false
  }

  /// A name without what people write differently: case, blanks and joining characters.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
  }
}
