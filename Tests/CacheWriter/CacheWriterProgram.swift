import DiskCache
import Glibc

/// Stores entries in a disk cache: what the tests kill, run twice at once, and give a full disk.
///
///     CacheWriter FOLDER LIMIT FIRST COUNT
///
/// Writes COUNT entries; 0 goes on while its parent lives. The identities are `entry 0` to
/// `entry 99` in turn.
/// Says `started` once the first are on disk; at the end, in a line each, the cache's problem and how
/// many entries it finds.
@main struct CacheWriterProgram {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let limit = Int(arguments[2]), let first = Int(arguments[3]),
      let count = Int(arguments[4])
    else { exit(64) }
    let cache = DataCache(folder: arguments[1], limitBytes: limit)
    let parent = getppid()
    var number = 0
    while count == 0 ? getppid() == parent : number < count {
      let entry = NumberedEntry(name: (first + number) % 100, version: first + number)
      cache.store(entry.data, for: entry.identity)
      number += 1
      // As fast as the disk takes it, and no faster: beyond what may wait, nothing is stored.
      if number.isMultiple(of: 4) { cache.flush() }
      if number.isMultiple(of: 2) { cache.refresh(entry.data.metadata, for: entry.identity) }
      if number == 4 { say("started") }
    }
    cache.flush()
    say(cache.problem ?? "no problem")
    say("\((0..<100).count { cache.entry(for: "entry \($0)") != nil })")
  }

  /// Prints at once: a killed process has no time to empty a buffer.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
