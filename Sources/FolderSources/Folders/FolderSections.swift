import GalleryItems
import Glibc
import Prefetching
import SourceItems

/// Neighbors of one folder in the order of names.
struct FolderRun: Hashable, Sendable {
  /// The place of the first picture.
  let start: Int
  let folder: Int
}

extension FolderNames {
  /// The folders of files that are in the order of names, or in its reverse.
  ///
  /// - Complexity: O(folders × log files).
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

/// How many sections a change leaves as they are, before and behind what it changes.
struct StayingSections: Hashable, Sendable {
  /// Those at the start that begin where they began before.
  let kept: Int
  /// Those at the end that moved by as many pictures as there are more or fewer.
  let moved: Int

  /// - Complexity: O(sections).
  init(from former: [FolderRun], to next: [FolderRun], movedBy distance: Int) {
    let kept = zip(former, next).prefix { $0.start == $1.start }.count
    let moved = zip(former.dropFirst(kept).reversed(), next.dropFirst(kept).reversed())
      .prefix { $0.folder == $1.folder && $1.start - $0.start == distance }.count
    (self.kept, self.moved) = (kept, moved)
  }
}

/// The sections of a folder with those inside it: each is called by its path below the first one.
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
  /// What a folder is called: the last part of its path, or of the one that the system knows it by.
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
