import ArgumentParser
import FoundationEssentials
import ImageLoading

/// Where the disk cache is.
struct CacheLocation: ParsableArguments {
  @Option(help: "Folder of the disk cache (default: filmstrip in $XDG_CACHE_HOME or ~/.cache).")
  var cacheDir: String?

  func validate() throws {
    if cacheDir?.isEmpty == true { throw ValidationError("--cache-dir takes a folder") }
  }

  /// Nil where none was named and there is no home folder.
  var folder: String? {
    cacheDir ?? DataCache.defaultFolder(environment: ProcessInfo.processInfo.environment)
  }

  /// The cache of a command that is about nothing else.
  func cache(limitBytes: Int = DataCache.defaultLimitBytes) throws -> DataCache {
    guard let folder else { throw ValidationError("there is no home folder; name --cache-dir") }
    return DataCache(folder: folder, limitBytes: limitBytes)
  }
}
