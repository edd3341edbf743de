import ArgumentParser
import DiskCache
import GalleryApp

/// The option for the caches' folder, for commands about the caches alone.
struct CacheLocation: ParsableArguments {
  static let help: ArgumentHelp =
    "Folder of the disk cache (default: filmstrip in $XDG_CACHE_HOME or ~/.cache)."

  @Option(help: Self.help, completion: .directory) var cacheDir: String?
  @OptionGroup var file: ConfigurationChoice

  func validate() throws { try Self.check(cacheDir) }

  static func check(_ cacheDir: String?) throws {
    if cacheDir?.isEmpty == true { throw ValidationError("--cache-dir takes a folder") }
  }

  func caches(limitBytes: Int = DataCache.defaultLimitBytes) throws -> DiskCaches {
    guard let folder = cacheDir ?? SessionConfiguration.Loading.personalCacheFolder else {
      throw ValidationError("there is no home folder; name --cache-dir")
    }
    return DiskCaches(folder: folder, limitBytes: limitBytes)
  }
}

/// The option for the limit of the caches, for commands about the caches alone.
struct CacheLimit: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      Bytes of both caches at most, as for browse: \(Magnitude.form) \
      (default: \(Magnitude.text(DataCache.defaultLimitBytes))).
      """,
    transform: Magnitude.value)
  var diskLimit: Int?

  var bytes: Int { diskLimit ?? DataCache.defaultLimitBytes }
}
