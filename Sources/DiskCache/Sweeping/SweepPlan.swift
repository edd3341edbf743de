/// Which files have to go, so that the others fit.
struct SweepPlan {
  /// The least recently used, oldest first.
  let victims: ArraySlice<CacheFile>
  let remainingBytes: Int

  /// Nothing while the files are within the limit; else enough to leave four fifths of it, so that not
  /// every store has to sweep again.
  ///
  /// - Complexity: O(n log n).
  init(_ files: [CacheFile], limitBytes: Int, at now: Int) {
    // A use in the future is a clock that was set back, not a file to keep for ever.
    let oldest = files.sorted { min($0.lastUse, now) < min($1.lastUse, now) }
    var remaining = files.reduce(0) { $0 + $1.bytes }
    var count = 0
    if remaining > limitBytes {
      while count < oldest.count, remaining > limitBytes / 5 * 4 {
        remaining -= oldest[count].bytes
        count += 1
      }
    }
    victims = oldest[..<count]
    remainingBytes = remaining
  }
}
