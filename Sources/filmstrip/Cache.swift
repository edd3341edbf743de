import ArgumentParser
import DiskCache
import GalleryApp
import ImageLoading

/// The command group that shows or empties the disk cache.
struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at or empty the disk cache.", subcommands: [Info.self, Clear.self])

  /// The command that shows where the cache is and what it holds.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say where the disk cache is, and what it holds.")

    @OptionGroup var location: CacheLocation

    @Option(
      parsing: .unconditional,
      help: """
        Bytes it may take, as browse is told: \(Magnitude.form) \
        (default: \(Magnitude.text(DataCache.defaultLimitBytes))).
        """,
      transform: Magnitude.value)
    var diskLimit: Int?

    func run() throws {
      let cache = try location.cache(limitBytes: diskLimit ?? DataCache.defaultLimitBytes)
      let usage = cache.usage()
      try StandardOutput.write(
        """
        folder   \(cache.folder)
        entries  \(usage.count)
        bytes    \(usage.bytes)
        limit    \(cache.limitBytes)

        """)
    }
  }

  /// The command that removes every entry.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Empty the disk cache; nothing but its own files is removed.")

    @OptionGroup var location: CacheLocation

    func run() throws {
      let cache = try location.cache()
      let before = cache.usage()
      cache.removeAll()
      cache.flush(within: .seconds(600))
      let after = cache.usage()
      // Other programs may store entries meanwhile.
      try StandardOutput.write(
        """
        removed entries  \(max(0, before.count - after.count))
        removed bytes    \(max(0, before.bytes - after.bytes))

        """)
      if let problem = cache.problem {
        StandardOutput.complain(problem)
        throw ExitCode.failure
      }
    }
  }
}
