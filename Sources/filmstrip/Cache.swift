import ArgumentParser
import DiskCache
import GalleryApp
import GalleryCore
import ImageLoading
import ThumbnailStore

/// The command group that shows, fills or empties the caches on disk.
struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at, fill or empty what is kept on disk.",
    subcommands: [Info.self, Warm.self, Clear.self])

  /// The kinds of cached data, by origin.
  enum Kind: String, WordChoice {
    /// The data from servers, and their thumbnails.
    case servers
    /// Thumbnails of local files.
    case thumbnails
  }

  /// The command that shows where the caches are and what they hold.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say where the caches on disk are, and what they hold.")

    @OptionGroup var location: CacheLocation
    @OptionGroup var limit: CacheLimit

    func run() throws {
      let caches = try location.caches(limitBytes: limit.bytes)
      try StandardOutput.write(
        """
        folder      \(caches.data.folder)
        servers     \(Amount(caches.data.usage()))
        thumbnails  \(Amount(caches.thumbnails.usage()))
        limit       \(byteText(caches.data.limitBytes)) together

        """)
    }
  }

  /// The command that removes every entry.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Empty the caches on disk; nothing but their own files is removed.")

    @Argument(help: "What to remove, servers or thumbnails (default: both).")
    var kinds: [Kind] = []

    @OptionGroup var location: CacheLocation

    func run() throws {
      let caches = try location.caches()
      var problems: [String] = []
      for kind in Kind.allCases where kinds.isEmpty || kinds.contains(kind) {
        let before = caches.amount(of: kind)
        do { try caches.clear(kind) } catch {
          problems.append("Thumbnails stay in \(caches.thumbnails.folder): \(error).")
        }
        // Other programs may store entries at the same time.
        let removed = before.less(caches.amount(of: kind))
        let name = kind == .servers ? "servers     " : "thumbnails  "
        try StandardOutput.write("removed \(name)\(removed)\n")
      }
      if let problem = caches.data.problem { problems.append(problem) }
      for problem in problems { StandardOutput.complain(problem) }
      if !problems.isEmpty { throw ExitCode.failure }
    }
  }
}

/// The number of entries and their size.
private struct Amount: CustomStringConvertible {
  let count: Int
  let bytes: Int

  init(_ usage: (bytes: Int, count: Int)) {
    count = max(0, usage.count)
    bytes = max(0, usage.bytes)
  }

  func less(_ rest: Amount) -> Amount { Amount((bytes - rest.bytes, count - rest.count)) }

  var description: String {
    "\(count) \(count == 1 ? "entry" : "entries"), \(byteText(bytes))"
  }
}

extension DiskCaches {
  fileprivate func amount(of kind: Cache.Kind) -> Amount {
    switch kind {
    case .servers: Amount(data.usage())
    case .thumbnails: Amount(thumbnails.usage())
    }
  }

  fileprivate func clear(_ kind: Cache.Kind) throws {
    switch kind {
    case .servers:
      data.removeAll()
      data.flush(within: .seconds(600))
    case .thumbnails: try thumbnails.removeAll()
    }
  }
}
