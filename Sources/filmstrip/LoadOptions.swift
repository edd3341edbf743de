import ArgumentParser
import DiskCache
import GalleryApp
import ImageLoading

/// The options for the limits of one load, and for the caches.
struct LoadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      Bytes of decoded pictures kept in memory: \(Magnitude.form) \
      (default: \(Magnitude.text(ImageCache.defaultCostLimitBytes))).
      """,
    transform: Magnitude.value)
  var memoryLimit: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Bytes of one transfer or file at most: \(Magnitude.form) \
      (default: \(Magnitude.text(ImageLimits().maxBytes))).
      """,
    transform: Magnitude.value)
  var maxBytes: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Pixels decoded of one picture at most; a JPEG may be decoded at 1/64 of its pixels: \(Magnitude.form) \
      (default: \(Magnitude.text(ImageLimits().maxPixels))).
      """,
    transform: Magnitude.value)
  var maxPixels: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Seconds without a byte after which a transfer fails, 1 to 3600 \
      (default: \(ImageLimits().timeout.components.seconds)).
      """)
  var timeout: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Connections per host at most, 1 to 64 \
      (default: \(ImagePipeline.Configuration.defaultConnectionsPerHost)).
      """)
  var connections: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Bytes of pictures and thumbnails kept on disk, 0 for none: \(Magnitude.form) \
      (default: \(Magnitude.text(DataCache.defaultLimitBytes))).
      """,
    transform: Magnitude.value)
  var diskLimit: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Read and write pictures and thumbnails on disk (default: --disk-cache).")
  var diskCache: Bool?

  @Option(help: CacheLocation.help, completion: .directory) var cacheDir: String?

  func apply(to loading: inout SessionConfiguration.Loading) {
    loading.memoryLimitBytes = memoryLimit
    if let maxBytes { loading.limits.maxBytes = maxBytes }
    if let maxPixels { loading.limits.maxPixels = maxPixels }
    if let timeout { loading.limits.timeout = .seconds(timeout) }
    loading.connectionsPerHost = connections
    if let diskLimit { loading.diskLimitBytes = diskLimit }
    if diskCache == false { loading.diskLimitBytes = 0 }
    loading.cacheFolder = cacheDir
  }

  func validate() throws {
    if let timeout, !(1...3_600).contains(timeout) {
      throw ValidationError("--timeout takes 1 to 3600 seconds")
    }
    if let connections, !(1...64).contains(connections) {
      throw ValidationError("--connections takes 1 to 64")
    }
    for (name, limit) in [("--max-bytes", maxBytes), ("--max-pixels", maxPixels)] where limit == 0 {
      throw ValidationError("\(name) takes 1 or more")
    }
    try CacheLocation.check(cacheDir)
  }
}
