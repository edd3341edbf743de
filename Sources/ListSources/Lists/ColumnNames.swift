import FoundationEssentials

/// A field of a list entry.
package enum ListField: String, CaseIterable, Sendable {
  case url
  case title
  /// The URL of a smaller picture, for tiles.
  case thumbnail
  case width
  case height
  case section

  /// The usual names of columns and keys for this field, most specific first, as normalized by `ColumnNames.plain`.
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

/// The columns of a table, or keys of objects, that hold the fields.
package struct ColumnNames: Equatable, Sendable {
  private var chosen: [ListField: String] = [:]

  package init() {}

  /// Parses choices such as `url=image_path`, or `url=2` for the second column.
  ///
  /// Returns nil if one doesn't begin with the name of a field, or has no column.
  package init?(_ choices: [String]) {
    for choice in choices {
      let parts = choice.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let field = ListField(rawValue: String(parts[0])) else { return nil }
      chosen[field] = String(parts[1])
    }
  }

  /// Whether all fields are found by their usual names.
  var isUsual: Bool { chosen.isEmpty }

  /// Whether a column is a key such as `src.medium`, inside another member of an object.
  var reachInside: Bool { chosen.values.contains { $0.contains(".") } }

  /// Returns the index of the column with a field, if any.
  package func column(of field: ListField, among names: [String]) -> Int? {
    if let name = chosen[field] {
      return names.firstIndex(of: name)
        ?? names.firstIndex { Self.plain($0) == Self.plain(name) }
        ?? Int(name).map { $0 - 1 }.flatMap { names.indices.contains($0) ? $0 : nil }
    }
    let names = names.map(Self.plain)
    return field.names.lazy.compactMap { names.firstIndex(of: $0) }.first
  }

  /// Whether a text may contain a key for a field.
  func mayOccur(_ field: ListField, in text: UnsafeRawBufferPointer) -> Bool {
    let names = chosen[field].map { [$0, String($0.split(separator: ".").last ?? "")] }
    let keys = (names ?? field.names).map { Array("\"\($0)\"".utf8) }
    var place = 0
    while let quote = text[place...].place(of: UInt8(ascii: "\"")) {
      place = quote + 1
      // The first letters rule out nearly all candidates.
      if place < text.count,
        keys.contains(where: { $0[1] == text[place] && text[quote...].starts(with: $0) })
      {
        return true
      }
    }
    return false
  }

  /// Returns a name in lower case, without blanks, underscores and hyphens.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
  }
}
