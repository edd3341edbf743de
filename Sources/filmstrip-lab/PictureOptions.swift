import ArgumentParser
import Benchmarks
import GalleryApp
import GalleryItems
import ImageLoading
import ImageSources
import Prefetching
import Raster
import SourceItems

/// The options for the pictures that a case loads, and their size.
struct PictureOptions: ParsableArguments {
  @Argument(help: "Folder, picture, list, URL, URL template with {index}, or -.")
  var sources: [String]

  @Option(help: "Pictures of a template (default: \(SourceArguments.defaultCount)).")
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "Size in pixels at which they are shown; 32x24 is a tile of the grid.", valueName: "WxH"))
  var target = PixelSize(width: 32, height: 24)

  func validate() throws {
    if let count, !(1...10_000_000).contains(count) {
      throw ValidationError("--count takes 1 to 10000000")
    }
  }

  /// Reads folders and lists; ends the program if there is nothing to load.
  ///
  /// - Returns: a request for each picture.
  func requests() -> some Sequence<ImageRequest> {
    resolved().imageRequests(at: target)
  }

  private func resolved() -> AnyItemSnapshot {
    do throws(SourceError) {
      return try SourceArguments(sources: sources, count: count, first: nil).resolve().items
    } catch {
      Exit.fail(error.isUsage ? .usage : .noInput, error.sentence())
    }
  }
}

extension PixelSize: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}
