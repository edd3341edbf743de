import ArgumentParser
import DiskCache
import GalleryApp

/// The option for the disk cache's folder, for commands about the cache alone.
struct CacheLocation: ParsableArguments {
  static let help: ArgumentHelp =
    "Folder of the disk cache (default: filmstrip in $XDG_CACHE_HOME or ~/.cache)."

  @Option(help: Self.help) var cacheDir: String?

  func validate() throws { try Self.check(cacheDir) }

  static func check(_ cacheDir: String?) throws {
    if cacheDir?.isEmpty == true { throw ValidationError("--cache-dir takes a folder") }
  }

  func cache(limitBytes: Int = DataCache.defaultLimitBytes) throws -> DataCache {
    guard let folder = cacheDir ?? SessionConfiguration.Loading.personalCacheFolder else {
      throw ValidationError("there is no home folder; name --cache-dir")
    }
    return DataCache(folder: folder, limitBytes: limitBytes)
  }
}
