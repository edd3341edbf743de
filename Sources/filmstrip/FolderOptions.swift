import ArgumentParser
import FolderSources
import GalleryApp
import SourceItems

/// The options for folders of pictures.
struct FolderOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Read the folders inside as well.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "name, date, taken, size or random; --seed repeats an order at random (default: name).",
      valueName: "order"))
  var sort: PictureOrder?

  @Flag(help: "Sort the other way round: the newest or largest first.")
  var reverse = false

  @Flag(help: "Do not watch folders for changes.")
  var noWatch = false

  @Flag(help: "Show the newest picture first, and each new one as it comes.")
  var follow = false

  @Flag(
    help:
      "Leave videos of folders out; they are shown where ffmpegthumbnailer or ffmpeg is installed.")
  var noVideo = false

  func validate() throws {
    if follow, noWatch {
      throw ValidationError("--follow and --no-watch contradict each other")
    }
    if follow, sort.map({ $0 != .date }) == true || reverse {
      throw ValidationError("--follow has an order of its own: the newest first")
    }
  }

  /// - Parameter seed: the seed of the random order; nil for another order each time.
  func apply(to items: inout SessionConfiguration.Items, seed: UInt64?) {
    items.folders.isRecursive = recursive
    items.folders.isWatched = !noWatch
    if noVideo { items.folders.videos = .leftOut }
    items.folders.mayBeEmpty = follow
    items.folders.sorting =
      follow
      ? PictureSorting(order: .date, isReversed: true)
      : PictureSorting(
        order: sort ?? .name, isReversed: reverse,
        seed: seed ?? (sort == .random ? .random(in: .min ... .max) : 0))
  }

  func apply(to view: inout SessionConfiguration.View) { view.followsNewest = follow }
}

extension PictureOrder: WordChoice {}
