import CacheFiles
import DiskCache

/// The picture that was selected last in each source, in a file of the cache folder.
///
/// It has digests of sources and pictures, because names and URLs may be secret. Losing it loses no more than a place.
struct LastPlaces: Sendable {
  /// The sources that are kept, the latest ones.
  private static let mostSources = 1_000
  private static let entryBytes = 16
  private static let name = "places"

  private let folder: String
  private let source: UInt64

  /// - Parameter folder: the cache folder; made when a place is recorded.
  init(in folder: String, of source: CacheKey) {
    self.folder = folder
    self.source = source.head
  }

  /// The digest of the picture; nil without one.
  var picture: UInt64? { read().last { $0.source == source }?.picture }

  /// Records a picture by its digest; nil forgets the former one.
  ///
  /// - Throws: an error of the file system; the former file stays.
  func record(_ picture: UInt64?) throws(SystemError) {
    let former = read()
    var entries = former.filter { $0.source != source }
    if let picture { entries.append((source, picture)) }
    if picture == nil, entries.count == former.count { return }
    try Folder.make(folder)
    let folder = try Folder(folder)
    let new = try TemporaryFile(in: folder)
    let bytes = entries.suffix(Self.mostSources).flatMap { entry in
      [entry.source, entry.picture].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
      }
    }
    try new.file.write(bytes.span.bytes, at: 0)
    try folder.rename(new.name, to: Self.name)
  }

  private func read() -> [(source: UInt64, picture: UInt64)] {
    guard let folder = try? Folder(folder), let file = try? folder.open(Self.name, 0) else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Self.mostSources * Self.entryBytes)
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    let count = (try? file.read(into: &raw, at: 0)) ?? 0
    func number(at start: Int) -> UInt64 {
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    return (0..<count / Self.entryBytes).map {
      (number(at: $0 * Self.entryBytes), number(at: $0 * Self.entryBytes + 8))
    }
  }
}
