import Raster

/// The texts of a picture: each once, and at most 64 KB in all.
struct TextCollection {
  /// The most bytes of all texts, beyond which they are cut.
  static let maxBytes = 64 << 10
  /// The most bytes of a text in a file: a JSON graph is larger than its prompts.
  static let maxStoredBytes = 1 << 20

  private(set) var texts: [PictureText] = []
  private var known: Set<String> = []
  private var bytesLeft = maxBytes

  /// Adds a text, or the prompts in it if a program has written them as JSON or as settings.
  ///
  /// - Parameter name: the kind, in lower case, or a keyword of a PNG file.
  mutating func add(_ name: String, _ text: String) {
    if let prompts = GenerationPrompts(in: text) {
      for text in prompts.texts { addPlain(text.name, text.text) }
    } else if !GenerationPrompts.isJSON(text) {
      addPlain(name, text)
    }
  }

  /// Adds a text in UTF-8, or in Latin-1 if it is not UTF-8, up to its first zero byte.
  mutating func add(_ name: String, _ bytes: some Sequence<UInt8>) {
    add(name, String(utf8OrLatin1: bytes.prefix(Self.maxStoredBytes).prefix { $0 != 0 }))
  }

  private mutating func addPlain(_ name: String, _ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.trimmed }
    let words = lines.joined(separator: "\n").trimmed
    let key = words.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard bytesLeft > 0, !key.isEmpty, words.isPlausible, known.insert(key).inserted else { return }
    let kept = String(decoding: words.utf8.prefix(bytesLeft), as: UTF8.self)
    bytesLeft -= min(bytesLeft, words.utf8.count)
    texts.append(PictureText(name, kept))
  }
}

extension String {
  /// Decodes UTF-8; other bytes are taken for Latin-1.
  init(utf8OrLatin1 bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      var scalars = UnicodeScalarView()
      scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
      self = String(scalars)
    }
  }

  /// Whether few characters are controls, which most data is full of that is no text.
  fileprivate var isPlausible: Bool {
    let controls = unicodeScalars.count { scalar in
      (scalar.value < 32 && scalar != "\t" && scalar != "\n") || 127..<160 ~= scalar.value
    }
    return controls * 16 <= unicodeScalars.count
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
