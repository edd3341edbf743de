import Glibc
import ListSources
import SourceItems

/// Finds the links of an HTML page, with the file status that a folder's page shows beside each.
///
/// It is no HTML parser: it searches for `<a` with an `href`, in one pass without backtracking.
enum LinkScanner {
  /// A link with its address, in which entities are decoded.
  struct Link: Equatable {
    let address: String
    /// The date and the size, if they follow the link.
    let status: FileStatus?
  }

  /// The maximum length of an address, and of the text after a link.
  private static let mostBytes = 4_096

  /// Returns the first links of a page.
  static func links(in page: UnsafeRawBufferPointer, atMost most: Int) -> [Link] {
    var links: [Link] = []
    var place = 0
    while links.count < most, let start = page[place...].place(of: UInt8(ascii: "<")) {
      place = start + 1
      guard place + 1 < page.count, page[place] | 0x20 == UInt8(ascii: "a"),
        page[place + 1].isJSONBlank
      else { continue }
      let end = page[place...].place(of: UInt8(ascii: ">")) ?? page.count
      let tag = page[place..<min(end, place + mostBytes)]
      place = min(end + 1, page.count)
      guard let address = href(in: tag) else { continue }
      let behind = page[place..<min(page.count, place + mostBytes)]
      links.append(Link(address: decoded(address), status: status(in: behind)))
    }
    return links
  }

  /// Returns the value of the `href` attribute, with or without quotes.
  private static func href(in tag: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    let name = Array("href".utf8)
    var place = tag.startIndex + 1
    while place + name.count < tag.endIndex {
      defer { place += 1 }
      guard tag[place - 1].isJSONBlank,
        name.indices.allSatisfy({ tag[place + $0] | 0x20 == name[$0] })
      else { continue }
      var start = place + name.count
      while start < tag.endIndex, tag[start].isJSONBlank { start += 1 }
      guard start < tag.endIndex, tag[start] == UInt8(ascii: "=") else { continue }
      start += 1
      while start < tag.endIndex, tag[start].isJSONBlank { start += 1 }
      guard start < tag.endIndex else { return nil }
      let quote = tag[start]
      let rest: Slice<UnsafeRawBufferPointer>
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        rest = tag[(start + 1)...]
        return Array(rest.prefix { $0 != quote })
      }
      return Array(tag[start...].prefix { !$0.isJSONBlank })
    }
    return nil
  }

  /// Returns the text with the entities decoded that servers use in addresses.
  private static func decoded(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var decoded = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      decoded += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let end = rest.prefix(10).firstIndex(of: ";") else {
        decoded += "&"
        continue
      }
      let name = rest[..<end]
      if let known = named[String(name)] {
        decoded += known
      } else if let scalar = scalar(named: name) {
        decoded.unicodeScalars.append(scalar)
      } else {
        decoded += "&\(name);"
      }
      rest = rest[rest.index(after: end)...]
    }
    return decoded + rest
  }

  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }

  // MARK: - File status

  /// Returns the date and size in the text up to the next link or the end of the line.
  private static func status(in text: Slice<UnsafeRawBufferPointer>) -> FileStatus? {
    // The first tag after the link's text is its end tag.
    var words: [[UInt8]] = [[]]
    var isTag = false
    var tags = 0
    for byte in text {
      if byte == LineScanner.newline { break }
      if byte == UInt8(ascii: "<") {
        isTag = true
        tags += 1
        words.append([])
        continue
      }
      if byte == UInt8(ascii: ">") {
        isTag = false
        continue
      }
      if isTag {
        // Another link begins.
        if words.last?.isEmpty == true, byte | 0x20 == UInt8(ascii: "a"), tags > 1 { break }
        continue
      }
      if tags == 0 { continue }
      if byte.isJSONBlank { words.append([]) } else { words[words.count - 1].append(byte) }
    }
    let texts = words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    guard let date = texts.indices.first(where: { day(texts[$0]) != nil }),
      let day = day(texts[date])
    else { return nil }
    let minute = date + 1 < texts.count ? minutes(texts[date + 1]) : nil
    let size = texts[(date + (minute == nil ? 1 : 2))...].first.flatMap(bytes)
    return FileStatus(
      changedAt: (day * 86_400 + (minute ?? 0) * 60) * 1_000_000_000, bytes: size ?? 0)
  }

  /// Returns days since 1970 for `22-Nov-2026` or `2026-11-22`, up to 2200, so that nanoseconds fit an `Int`.
  private static func day(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    var parsed = (year: Int(parts[0]), month: Int(parts[1]), day: Int(parts[2]))
    if let month = months.firstIndex(of: parts[1].lowercased()) {
      parsed = (Int(parts[2]), month + 1, Int(parts[0]))
    }
    guard let year = parsed.year, let month = parsed.month, let day = parsed.day,
      (1_970...2_200).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year) - 1_900, Int32(month) - 1, Int32(day))
    return timegm(&date) / 86_400
  }

  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":")
    guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  /// Returns a number of bytes such as `12345`, `12K` or `1.5M`.
  private static func bytes(_ text: String) -> Int? {
    let units: [Character: Double] = ["k": 1_024, "m": 1_048_576, "g": 1_073_741_824]
    let unit = text.lowercased().last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? text[...] : text.dropLast()) else { return nil }
    let bytes = number * (unit ?? 1)
    return (0...1e15).contains(bytes) ? Int(bytes) : nil
  }
}
