extension DataCache {
  /// Where a program keeps what it can fetch again: a folder of its own in `$XDG_CACHE_HOME`, or in `~/.cache`
  /// where that is not an absolute path (XDG Base Directory Specification); nil without a home.
  ///
  /// - Parameter program: The name of the folder.
  public static func defaultFolder(
    of program: String, environment: [String: String]
  ) -> String? {
    let home = environment["HOME"].map { "\($0)/.cache" }
    let candidates = [environment["XDG_CACHE_HOME"], home].compactMap { $0 }
    return candidates.first { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
  }
}
