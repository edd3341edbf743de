import Glibc
import ThumbnailStore

/// Stores thumbnails: what the tests kill and run twice at once.
///
///     ThumbnailWriter FOLDER LIMIT FIRST COUNT
///
/// Writes COUNT entries; 0 goes on while its parent lives. Says `started` once the first are stored, and `ended` at
/// the end.
@main struct ThumbnailWriterProgram {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let limit = Int(arguments[2]), let first = Int(arguments[3]),
      let count = Int(arguments[4])
    else { exit(64) }
    let store = ThumbnailCache(folder: arguments[1], limitBytes: limit)
    let parent = getppid()
    var number = 0
    while count == 0 ? getppid() == parent : number < count {
      let entry = NumberedThumbnail(number: (first + number) % NumberedThumbnail.count)
      store.store(entry.bytes, for: entry.key)
      number += 1
      if number == 4 { say("started") }
    }
    store.flush()
    say("ended")
  }

  /// Prints at once: a killed process has no time to empty a buffer.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
