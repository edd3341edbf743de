import ArgumentParser
import FolderSources
import GalleryApp
import SourceItems

/// The options for folders of pictures.
struct FolderOptions: ParsableArguments {
  @Flag(name: .shortAndLong, inversion: .prefixedNo, help: "Read the folders inside as well.")
  var recursive: Bool?

  @Option(
    help: ArgumentHelp(
      "name, date, taken, size or random; --seed repeats an order at random (default: name).",
      valueName: "order"))
  var sort: PictureOrder?

  @Flag(
    inversion: .prefixedNo, help: "Sort the other way round: the newest or largest first.")
  var reverse: Bool?

  @Flag(inversion: .prefixedNo, help: "Watch folders for changes (default: --watch).")
  var watch: Bool?

  @Flag(
    inversion: .prefixedNo, help: "Show the newest picture first, and each new one as it comes.")
  var follow: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Show the videos of folders, where ffmpegthumbnailer or ffmpeg is installed \
      (default: --video).
      """)
  var video: Bool?

  func validate() throws {
    if follow == true, watch == false {
      throw ValidationError("--follow and --no-watch contradict each other")
    }
    if follow == true, sort.map({ $0 != .date }) == true || reverse == true {
      throw ValidationError("--follow has an order of its own: the newest first")
    }
  }

  /// - Parameter seed: the seed of the random order; nil for another order each time.
  func apply(to items: inout SessionConfiguration.Items, seed: UInt64?) {
    items.folders.isRecursive = recursive == true
    items.folders.isWatched = watch != false
    if video == false { items.folders.videos = .leftOut }
    items.folders.mayBeEmpty = follow == true
    items.folders.sorting =
      follow == true
      ? PictureSorting(order: .date, isReversed: true)
      : PictureSorting(
        order: sort ?? .name, isReversed: reverse == true,
        seed: seed ?? (sort == .random ? .random(in: .min ... .max) : 0))
  }

  func apply(to view: inout SessionConfiguration.View) { view.followsNewest = follow == true }
}

extension PictureOrder: WordChoice {}
