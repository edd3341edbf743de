import Archives
import Glibc
import SourceItems

/// Finds files other than pictures in the folders among sources.
package struct FilesInFolders {
  /// Whether the library that reads archives is installed.
  package static var readsArchives: Bool { ArchivedFile.library != nil }
  /// The Debian package of that library.
  package static let archivePackage = ArchivedFile.package

  private let folders: [String]
  private let isRecursive: Bool

  /// - Parameters:
  ///   - sources: the sources on the command line; only folders are searched.
  ///   - isRecursive: whether to search subfolders.
  package init(of sources: [String], isRecursive: Bool) {
    folders = sources.filter { source in
      var status = stat()
      return WebAddress(source) == nil && stat(source, &status) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    }
    self.isRecursive = isRecursive
  }

  /// Returns the paths of archives, sorted.
  package func archives() -> [String] { paths(withEndings: ArchiveSource.endings).sorted() }

  /// Returns the number of videos.
  package func videoCount() -> Int { paths(withEndings: PictureNames.videoEndings).count }

  /// Returns the paths of files with these extensions, unless they are not valid text.
  ///
  /// Folders that can't be read are skipped.
  private func paths(withEndings endings: [String]) -> [String] {
    var paths: [String] = []
    for folder in folders {
      let root = FileLocation.join(Array(folder.utf8), [])
      var reader = FolderReader(
        root: root, isRecursive: isRecursive, choice: FolderReader.Choice(endings: endings))
      var inside: [UInt8] = []
      let take: (FolderReader.Finding) -> Void = { finding in
        switch finding {
        case .folder(let next): inside = next.path
        case .picture(let name, _):
          String(validating: root + inside + name, as: UTF8.self).map { paths.append($0) }
        }
      }
      while (try? reader.readOn(take)) == true {}
    }
    return paths
  }
}
