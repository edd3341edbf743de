import Archives
import Glibc
import SourceItems

/// What the folders among sources hold beside pictures.
package struct FilesInFolders {
  /// Whether this build shows the pictures in archives.
  package static var readsArchives: Bool { ArchivedFile.isBuilt }

  private let folders: [String]
  private let isRecursive: Bool

  /// - Parameters:
  ///   - sources: as a person names them; those that are no folders have none.
  ///   - isRecursive: whether folders inside count as well.
  package init(of sources: [String], isRecursive: Bool) {
    folders = sources.filter { source in
      var status = stat()
      return WebAddress(source) == nil && stat(source, &status) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    }
    self.isRecursive = isRecursive
  }

  /// The paths of archives, sorted.
  package func archives() -> [String] { paths(withEndings: ArchiveSource.endings).sorted() }

  /// The number of videos.
  package func videoCount() -> Int { paths(withEndings: PictureNames.videoEndings).count }

  /// The paths of files, but for those that are no text.
  ///
  /// A folder that cannot be read has none.
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
