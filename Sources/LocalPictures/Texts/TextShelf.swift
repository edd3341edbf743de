import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster
import Synchronization
import ThumbnailStore

/// The texts and sizes of pictures, read without decoding and without a network; usable from any thread.
///
/// It remembers what it has read, so that the next search reads nothing but the status of files. Once its memory is
/// full, it keeps what it has: searches go through all pictures in the same order, so forgetting the oldest would
/// leave nothing for the next search.
package final class TextShelf: Sendable {
  private struct Entry {
    /// The version of a local file; nil for other pictures.
    let file: FileIdentity?
    let info: PictureInfo

    /// The approximate memory of the entry with its URL.
    func cost(of url: URL) -> Int {
      info.texts.reduce(400 + url.absoluteString.utf8.count) { $0 + 100 + $1.text.utf8.count }
    }
  }

  private struct Memory {
    var entries: [URL: Entry] = [:]
    var bytesLeft: Int
  }

  private let memory: Mutex<Memory>
  private let maxFileBytes: Int

  /// - Parameters:
  ///   - limitBytes: the most memory for what was read, 32 MB by default.
  ///   - maxFileBytes: the most bytes of a picture in an archive.
  package init(limitBytes: Int = 32 << 20, maxFileBytes: Int) {
    memory = Mutex(Memory(bytesLeft: limitBytes))
    self.maxFileBytes = maxFileBytes
  }

  /// Returns the texts and the displayed size of a picture, blocking the calling thread.
  ///
  /// - Returns: nil if the picture is on a server, can't be read, or is a video.
  package func info(of url: URL) -> PictureInfo? {
    if !url.isLocal || VideoFile.isVideo(url) { return nil }
    let file = url.isFileURL ? (try? FilePath(url))?.status().flatMap { FileIdentity($0) } : nil
    if url.isFileURL, file == nil { return nil }
    let known = memory.withLock { $0.entries[url] }
    if let known, known.file == file { return known.info }
    guard let info = read(url) else { return nil }
    remember(Entry(file: file, info: info), of: url)
    return info
  }

  private func read(_ url: URL) -> PictureInfo? {
    if url.isFileURL { return (try? PictureFile(url, maxBytes: .max))?.readTexts() }
    let bytes = try? LocalBytes.read(url, maxBytes: maxFileBytes, { false })
    return bytes.map { bytes in bytes.withUnsafeBytes { PictureInfo(textsIn: $0) } }
  }

  private func remember(_ entry: Entry, of url: URL) {
    let cost = entry.cost(of: url)
    memory.withLock { memory in
      if let former = memory.entries.removeValue(forKey: url) {
        memory.bytesLeft += former.cost(of: url)
      }
      guard cost <= memory.bytesLeft else { return }
      memory.bytesLeft -= cost
      memory.entries[url] = entry
    }
  }
}
