import GalleryItems
import Glibc
import Prefetching
import SourceItems

/// Consecutive pictures of one folder in the order of names.
struct FolderRun: Hashable, Sendable {
  /// The index of the first picture.
  let start: Int
  let folder: Int
}

extension FolderNames {
  /// Returns the folders of files in the order of names, or its reverse.
  ///
  /// - Complexity: O(*m* log *n*) for *m* folders with *n* files.
  func runs(in numbers: [UInt32]) -> [FolderRun] {
    var runs: [FolderRun] = []
    var rest = numbers[...]
    while let first = rest.first {
      let folder = table[Int(first)].folder
      runs.append(FolderRun(start: rest.startIndex, folder: folder))
      rest = rest[rest.partitioningIndex { table[Int($0)].folder != folder }...]
    }
    return runs
  }
}

/// The numbers of sections that a change leaves as they are, at both ends.
struct StayingSections: Hashable, Sendable {
  /// The number of leading sections with the same start.
  let kept: Int
  /// The number of trailing sections that only shifted by the change in count.
  let moved: Int

  /// - Complexity: O(sections).
  init(from former: [FolderRun], to next: [FolderRun], movedBy distance: Int) {
    let kept = zip(former, next).prefix { $0.start == $1.start }.count
    let moved = zip(former.dropFirst(kept).reversed(), next.dropFirst(kept).reversed())
      .prefix { $0.folder == $1.folder && $1.start - $0.start == distance }.count
    (self.kept, self.moved) = (kept, moved)
  }
}

/// The sections of a folder and its subfolders, named by their paths below the root.
struct FolderSections: SnapshotSections {
  let names: FolderNames
  let runs: [FolderRun]

  var count: Int { runs.count }

  func start(of section: Int) -> Int { runs[section].start }

  func title(of section: Int) -> String? {
    let path = names.folders[runs[section].folder]
    return path.isEmpty ? names.rootName : String(decoding: path.dropLast(), as: UTF8.self)
  }
}

extension FileLocation {
  /// Returns the name of a folder: the last part of its path or, for a relative path, of its real path.
  package static func folderName(of path: [UInt8]) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    func lastPart(_ path: [UInt8]) -> ArraySlice<UInt8> {
      path.split(separator: slash).last ?? [slash]
    }
    let part = lastPart(path)
    let isName = !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && !path.isEmpty
    guard !isName, let real = path.folderPath.withPath({ realpath($0, nil) }) else { return part }
    defer { free(real) }
    return lastPart(Array(String(cString: real).utf8))
  }
}
