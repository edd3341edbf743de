import ArgumentParser
import DiskCache
import FolderSources
import GalleryApp
import GalleryCore
import ImageLoading
import ImageSources
import LocalPictures
import Raster
import SourceItems
import TerminalUI
import ThumbnailStore

extension Cache {
  /// The command that makes thumbnails in advance.
  struct Warm: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the thumbnails of folders and pictures beforehand.",
      discussion: """
        It uses all processors, at a niceness of 10. Stop it at any time: what is made stays, and the next run \
        goes on from there.
        """)

    @Argument(help: "Folder, picture, archive or list.", completion: .file())
    var sources: [String]

    @Flag(name: .shortAndLong, help: "Read the folders inside as well.")
    var recursive = false

    @Flag(help: "Leave videos of folders out.")
    var noVideo = false

    @Option(
      help: ArgumentHelp(
        "Size in pixels of the largest tiles; smaller ones are served too.", valueName: "WxH"))
    var target = PixelSize(width: 320, height: 240)

    @OptionGroup var location: CacheLocation
    @OptionGroup var limit: CacheLimit

    /// Prints the formats that this machine makes no thumbnails of.
    private func sayWhatIsLeftOut(of files: FilesInFolders) {
      let archives = FilesInFolders.readsArchives ? 0 : files.archives().count
      if archives > 0 {
        StandardOutput.complain(
          "\(archives) \(archives == 1 ? "archive" : "archives") left out. With `apt install \(FilesInFolders.archivePackage)` they are read."
        )
      }
      let hasTool = noVideo || PosterTool.installed != nil
      let videos = hasTool ? 0 : files.videoCount()
      if videos > 0 {
        StandardOutput.complain(
          "\(videos) \(videos == 1 ? "video" : "videos") left out. With `apt install ffmpegthumbnailer` they have posters."
        )
      }
    }

    func run() throws {
      var folders = FolderSource.Options(videos: noVideo ? .leftOut : .possible)
      folders.isRecursive = recursive
      let thumbnails = try location.caches(limitBytes: limit.bytes).thumbnails
      do {
        let files = FilesInFolders(
          of: sources.filter { $0 != SourceArguments.standardInput }, isRecursive: recursive)
        sayWhatIsLeftOut(of: files)
        let archives = FilesInFolders.readsArchives ? files.archives() : []
        let resolved = try SourceArguments(sources: sources + archives, folders: folders).resolve()
        if let problem = resolved.problem { StandardOutput.complain(problem) }
        let items = resolved.items
        let signal = try CacheWarming(items, to: thumbnails, target: target).run()
        if let problem = thumbnails.problem {
          StandardOutput.complain(problem)
          throw ExitCode.failure
        }
        if thumbnails.usedBytes() > limit.bytes / 10 * 8 {
          StandardOutput.complain(
            "The limit of \(byteText(limit.bytes)) is near, and what was used least recently goes first."
              + " Name a larger --disk-limit, here and for browsing.")
        }
        if let signal { TerminalSession.die(of: signal) }
      } catch let error as SourceError {
        Exit.fail(error.isUsage ? .usage : .noInput, error.sentence())
      }
    }
  }
}
