import ArgumentParser
import ImageLoading

/// What one load may take, and what is kept.
struct LoadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "Bytes of decoded pictures kept in memory: \(Magnitude.form).")
  var memoryLimit = Magnitude(value: ImageCache.defaultCostLimitBytes)

  @Option(
    parsing: .unconditional, help: "Bytes of one transfer or file at most: \(Magnitude.form).")
  var maxBytes = Magnitude(value: 64 << 20)

  @Option(
    parsing: .unconditional,
    help: "Pixels decoded of one picture at most, of a JPEG maybe 1/64: \(Magnitude.form).")
  var maxPixels = Magnitude(value: 64 << 20)

  @Option(
    parsing: .unconditional, help: "Seconds without a byte after which a transfer fails, 1 to 3600."
  )
  var timeout = 15

  @Option(parsing: .unconditional, help: "Connections per host at most, 1 to 64.")
  var connections = 6

  @Option(
    parsing: .unconditional,
    help: "Bytes of original pictures kept on disk, 0 for none: \(Magnitude.form).")
  var diskLimit = Magnitude(value: DataCache.defaultLimitBytes)

  @Flag(help: "Neither read nor write the disk cache.")
  var noDiskCache = false

  @OptionGroup var cacheLocation: CacheLocation

  /// The cache that was asked for; none without a folder for it.
  var dataCache: DataCache? {
    guard !noDiskCache, diskLimit.value > 0, let folder = cacheLocation.folder else { return nil }
    return DataCache(folder: folder, limitBytes: diskLimit.value)
  }

  func validate() throws {
    guard (1...3_600).contains(timeout) else {
      throw ValidationError("--timeout takes 1 to 3600 seconds")
    }
    guard (1...64).contains(connections) else {
      throw ValidationError("--connections takes 1 to 64")
    }
    for (name, limit) in [("--max-bytes", maxBytes), ("--max-pixels", maxPixels)]
    where limit.value < 1 {
      throw ValidationError("\(name) takes 1 or more")
    }
  }
}
