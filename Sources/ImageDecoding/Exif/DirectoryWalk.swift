/// Visits the directories of a file: the first, following ones, and nested ones.
///
/// A hostile file may have any number of them, and cycles: each is visited once, and 32 at most.
struct DirectoryWalk: Sequence, IteratorProtocol {
  private static let most = 32
  /// The tag that lists nested directories (TIFF, supplement 1).
  private static let inner = 0x014A

  private let file: TIFFFile
  private var waiting: [Int]
  private var visited: Set<Int> = []

  init(_ file: TIFFFile) {
    self.file = file
    waiting = file.firstPlace.map { [$0] } ?? []
  }

  mutating func next() -> TIFFDirectory? {
    while visited.count < Self.most, let place = waiting.popLast() {
      guard visited.insert(place).inserted, let directory = TIFFDirectory(in: file, at: place)
      else { continue }
      waiting += directory.integers(Self.inner, limit: Self.most)
      if let next = directory.nextPlace { waiting.append(next) }
      return directory
    }
    return nil
  }
}
