extension TextCollection {
  /// Adds the texts of an EXIF block or of a TIFF (CIPA DC-008, 4.6; Microsoft's tags for Windows).
  mutating func add(exif file: TIFFFile?) {
    guard let file, let directory = file.firstDirectory else { return }
    func content(_ tag: Int, _ directory: TIFFDirectory? = directory) -> UnsafeRawBufferPointer? {
      directory?.content(tag, limit: Self.maxStoredBytes)
    }
    if let text = content(0x010E) { add("caption", text) }
    for (tag, name) in [(0x9C9B, "title"), (0x9C9F, "title"), (0x9C9C, "comment")] {
      if let text = content(tag) { add(name, String(utf16: text, .littleEndian)) }
    }
    if let text = content(0x9C9E) { add("keywords", String(utf16: text, .littleEndian)) }
    if let comment = content(0x9286, directory.directory(0x8769)) {
      add(comment: comment, order: file.order)
    }
    // ComfyUI writes its graph to the names of the camera in a WebP.
    for tag in [0x010F, 0x0110] {
      if let text = content(tag), text.starts(with: "prompt:{".utf8) {
        add("prompt", text.dropFirst(7))
      }
    }
  }

  /// Adds a user comment, whose first eight bytes name its character code.
  private mutating func add(comment: UnsafeRawBufferPointer, order: ByteOrder) {
    let text = UnsafeRawBufferPointer(rebasing: comment.dropFirst(8))
    if comment.starts(with: "UNICODE\0".utf8) {
      add("comment", String(utf16: text, text.orderOfUTF16 ?? order))
    } else if !comment.starts(with: "JIS\0".utf8) {
      add("comment", text)
    }
  }

  /// Adds the IPTC records among a JPEG's Photoshop resources (Adobe Photoshop file formats specification).
  mutating func add(resources: UnsafeRawBufferPointer) {
    var place = 0
    while resources.field(at: place, length: 4)?.elementsEqual("8BIM".utf8) == true,
      let kind = resources.integer(at: place + 4, length: 2, order: .bigEndian),
      let nameLength = resources.integer(at: place + 6, length: 1)
    {
      // A name with its length, and the data, are padded to even lengths.
      let start = place + 6 + (nameLength + 2) / 2 * 2
      guard let length = resources.integer(at: start, length: 4, order: .bigEndian) else { return }
      if kind == 0x0404, let records = resources.field(at: start + 4, length: length) {
        add(iptc: records)
      }
      place = start + 4 + length + length % 2
    }
  }

  /// Adds the title, the headline, the caption and the keywords of IPTC records (IIM 4.2, 1.6 and 6).
  mutating func add(iptc records: UnsafeRawBufferPointer) {
    var keywords: [String] = []
    var place = 0
    var isUTF8 = false
    while let head = records.field(at: place, length: 5), head[0] == 0x1C,
      let length = head.integer(at: 3, length: 2, order: .bigEndian), length < 0x8000
    {
      let content = records.field(at: place + 5, length: length)
      place += 5 + length
      guard let content else { break }
      let text = isUTF8 ? String(decoding: content, as: UTF8.self) : String(utf8OrLatin1: content)
      switch (head[1], head[2]) {
      case (1, 90): isUTF8 = content.elementsEqual("\u{1B}%G".utf8)
      case (2, 5): add("title", text)
      case (2, 25): keywords.append(text)
      case (2, 105): add("headline", text)
      case (2, 120): add("caption", text)
      default: break
      }
    }
    add("keywords", keywords.joined(separator: ", "))
  }
}

extension String {
  fileprivate init(utf16 bytes: UnsafeRawBufferPointer, _ order: ByteOrder) {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return order == .bigEndian ? first << 8 | second : second << 8 | first
    }
    let text = units[(units.first == 0xFEFF ? 1 : 0)...].prefix { $0 != 0 }
    self.init(decoding: text, as: UTF16.self)
  }
}

extension UnsafeRawBufferPointer {
  /// The order of bytes, by a mark or by the zeros of Latin letters; nil if both are as likely.
  ///
  /// Programs write user comments in any order, whatever the file's is.
  fileprivate var orderOfUTF16: ByteOrder? {
    if starts(with: [0xFE, 0xFF]) { return .bigEndian }
    if starts(with: [0xFF, 0xFE]) { return .littleEndian }
    var zeros = (first: 0, second: 0)
    for place in stride(from: 0, to: Swift.min(count, 1_024) - 1, by: 2) {
      switch (self[place], self[place + 1]) {
      case (0, 1...): zeros.first += 1
      case (1..., 0): zeros.second += 1
      default: break
      }
    }
    if zeros.first == zeros.second { return nil }
    return zeros.first > zeros.second ? .bigEndian : .littleEndian
  }
}
