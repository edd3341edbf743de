import ArgumentParser
import ImageLoading

/// What one load may take, and what is kept.
struct LoadOptions: ParsableArguments {
  @Option(help: "Bytes of decoded pictures kept in memory.")
  var memoryLimit = Magnitude(value: 256 << 20)

  @Option(help: "Bytes of one transfer or file at most.")
  var maxBytes = Magnitude(value: 64 << 20)

  @Option(help: "Pixels of one picture at most.")
  var maxPixels = Magnitude(value: 64 << 20)

  @Option(help: "Seconds without a byte after which a transfer fails.")
  var timeout = 15

  @Option(help: "Connections per host at most.")
  var connections = 6

  @Flag(help: "Keep nothing on disk; there is no disk cache yet, so this is true anyway.")
  var noDiskCache = false

  @Option(help: .hidden)
  var diskLimit: String?

  @Option(help: .hidden)
  var cacheDir: String?

  func validate() throws {
    if diskLimit != nil { throw ValidationError(NotBuiltYet(feature: "--disk-limit").description) }
    if cacheDir != nil { throw ValidationError(NotBuiltYet(feature: "--cache-dir").description) }
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
