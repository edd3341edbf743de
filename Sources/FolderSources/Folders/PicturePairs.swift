import Prefetching
import SourceItems

/// The raw files that are hidden because a JPEG with the same name is beside them.
///
/// Names are compared without extensions, ignoring ASCII case.
struct PicturePairs: Sendable {
  /// The changes of an update, by numbers of files.
  struct News {
    /// The raw files that are hidden now.
    var hidden: Set<UInt32> = []
    /// The raw files that are shown again.
    var appeared: Set<UInt32> = []
  }

  /// The JPEG that represents each hidden raw file.
  private var standIns: [UInt32: UInt32] = [:]
  /// The raw files of each such JPEG.
  private var raws: [UInt32: Set<UInt32>] = [:]
  /// Whether a raw file was ever added; most folders have none, and skip all work.
  private var mayHaveRaws = false
  /// A file of the root folder that is always shown, because it was named on the command line.
  var named: [UInt8]?

  /// Whether no files are hidden.
  var isEmpty: Bool { standIns.isEmpty }

  func isHidden(_ number: UInt32) -> Bool { standIns[number] != nil }

  /// Returns the raw files that a JPEG represents.
  func raws(of number: UInt32) -> Set<UInt32> { raws[number] ?? [] }

  /// Records the name of a file that will be added.
  mutating func insert(_ name: UnsafeRawBufferPointer) {
    // The dot before three letters rules out a few names, and the last two letters nearly all of up to a million.
    guard !mayHaveRaws, name.count > 4, name[name.count - 4] == UInt8(ascii: "."),
      Self.lastLetters.contains(Self.lastLetters(of: name))
    else { return }
    mayHaveRaws = PictureNames.isRaw(name)
  }

  /// The last two letters of raw files' extensions.
  private static let lastLetters = PictureNames.rawEndings.map { ending in
    Array(ending.utf8).withUnsafeBytes(lastLetters)
  }

  private static func lastLetters(of name: UnsafeRawBufferPointer) -> UInt16 {
    // Setting this bit makes letters lower case, and keeps digits.
    UInt16(name[name.count - 2] | 0x20) << 8 | UInt16(name[name.count - 1] | 0x20)
  }

  /// Updates the pairs of files that were added, and of those with the same names as removed files.
  ///
  /// - Parameters:
  ///   - numbers: all files in the order of names, without the removed ones.
  ///   - places: the indices of the added files.
  ///   - gone: the removed files.
  /// - Complexity: O(log *n*) for each added or removed file, and O(files of the same name).
  mutating func update(
    _ numbers: [UInt32], come places: [Int], gone: Set<UInt32>, in names: FolderNames
  ) -> News {
    var news = News()
    guard mayHaveRaws else { return news }
    for number in gone {
      let name = names.table[Int(number)]
      guard PictureNames.isRaw(name.bytes) || PictureNames.isJPEG(name.bytes) else { continue }
      pair(number, with: nil, &news)
      news.hidden.remove(number)
      news.appeared.remove(number)
      let place = numbers.partitioningIndex { names.compare(names.table[Int($0)], name) >= 0 }
      pairFiles(around: place, named: name, numbers, names, &news)
    }
    for place in places {
      let name = names.table[Int(numbers[place])]
      guard PictureNames.isRaw(name.bytes) || PictureNames.isJPEG(name.bytes) else { continue }
      pairFiles(around: place, named: name, numbers, names, &news)
    }
    // A file hidden and shown again in one update has not changed.
    let both = news.hidden.intersection(news.appeared)
    news.hidden.subtract(both)
    news.appeared.subtract(both)
    return news
  }

  /// Pairs the files of one name, which are neighbors.
  private mutating func pairFiles(
    around place: Int, named name: NameTable.Name, _ numbers: [UInt32], _ names: FolderNames,
    _ news: inout News
  ) {
    let stem = PictureNames.stem(of: name.bytes)
    func isNeighbor(_ place: Int) -> Bool {
      let other = names.table[Int(numbers[place])]
      return other.folder == name.folder && NaturalOrder.begins(other.bytes, with: stem)
    }
    var (start, end) = (place, place)
    while start > 0, isNeighbor(start - 1) { start -= 1 }
    while end < numbers.count, isNeighbor(end) { end += 1 }
    let same = numbers[start..<end].filter {
      PictureNames.shareStem(names.table[Int($0)].bytes, name.bytes)
    }
    let jpeg = same.first { PictureNames.isJPEG(names.table[Int($0)].bytes) }
    for number in same {
      let other = names.table[Int(number)]
      guard PictureNames.isRaw(other.bytes) else { continue }
      let isNamed = other.folder == 0 && named?.elementsEqual(other.bytes) == true
      pair(number, with: isNamed ? nil : jpeg, &news)
    }
  }

  private mutating func pair(_ raw: UInt32, with jpeg: UInt32?, _ news: inout News) {
    let former = standIns[raw]
    guard former != jpeg else { return }
    if let former {
      raws[former]?.remove(raw)
      if raws[former]?.isEmpty == true { raws[former] = nil }
    } else {
      news.hidden.insert(raw)
    }
    if let jpeg { raws[jpeg, default: []].insert(raw) } else { news.appeared.insert(raw) }
    standIns[raw] = jpeg
  }
}
