import FoundationEssentials
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import LocalPictures
import Prefetching
import Raster
import ThumbnailStore

/// Makes the thumbnails of sources in advance, and reports progress.
package struct CacheWarming {
  private let items: PlacedItems
  private let store: ThumbnailCache
  private let target: PixelSize

  /// - Parameters:
  ///   - items: the pictures; those on servers are skipped.
  ///   - store: the store for the thumbnails.
  ///   - target: the size in pixels of the tiles.
  package init(_ items: AnyItemSnapshot, to store: ThumbnailCache, target: PixelSize) {
    self.items = PlacedItems(items)
    self.store = store
    self.target = target
  }

  /// Runs to the end, or until SIGINT or SIGTERM.
  ///
  /// The signals are blocked on this thread and on threads that it starts, so call it on the main thread before
  /// starting any.
  ///
  /// - Returns: the signal that stopped it; nil at the end.
  /// - Throws: `OutputError` if standard output is closed or full.
  package func run() throws(OutputError) -> Int32? {
    var awaited = sigset_t()
    var former = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGINT)
    sigaddset(&awaited, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &awaited, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

    let count = items.count
    let maker = ThumbnailMaker(
      store: store, sharedFolder: SessionConfiguration.Loading.sharedThumbnailFolder,
      posterTool: .installed)
    let start = ContinuousClock.now
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let work: @Sendable () -> Void = { [items, target] in
      maker.run(count) { Self.request(items.item(at: $0), target) }
    }
    guard let thread = WorkerThread(name: "warming", niceness: 0, work) else {
      // This thread does the work and waits for no signal, so a signal ends the process at once.
      pthread_sigmask(SIG_SETMASK, &former, nil)
      work()
      try StandardOutput.write(WarmingLine(maker.current, of: count, after: .now - start).summary)
      return nil
    }
    var signal: Int32?
    var said = start
    while maker.current.done < count {
      // A signal ends the pause. A longer pause would count as time of the pictures.
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      let caught = sigtimedwait(&awaited, nil, &pause)
      if caught > 0 {
        signal = caught
        break
      }
      let now = ContinuousClock.now
      guard now - said >= (isTerminal ? .milliseconds(200) : .seconds(10)) else { continue }
      said = now
      let line = WarmingLine(maker.current, of: count, after: now - start).text
      try StandardOutput.write(isTerminal ? "\r\(line)\u{1B}[K" : "\(line)\n")
    }
    maker.stop()
    thread.join()
    let end = WarmingLine(maker.current, of: count, after: .now - start).summary
    try StandardOutput.write((isTerminal ? "\r\u{1B}[K" : "") + end)
    return signal
  }

  private static func request(_ item: GalleryItem, _ target: PixelSize) -> ImageRequest? {
    guard let url = item.tileURL(for: target), url.isLocal, url.scheme != "data" else { return nil }
    return ImageRequest(url: url, targetSize: target, thumbnails: .ifSufficient)
  }
}

/// Items by their overall places, in as many sections as archives.
private struct PlacedItems: Sendable {
  private let items: AnyItemSnapshot
  /// The place of each section's first item, then the number of items.
  private let starts: [Int]

  init(_ items: AnyItemSnapshot) {
    self.items = items
    starts = (0..<items.numberOfSections).reduce(into: [0]) {
      $0.append(($0.last ?? 0) + items.numberOfItems(inSection: $1))
    }
  }

  var count: Int { starts.last ?? 0 }

  func item(at place: Int) -> GalleryItem {
    var sections = 0..<starts.count - 1
    while sections.count > 1 {
      let middle = sections.lowerBound + sections.count / 2
      sections =
        starts[middle] <= place ? middle..<sections.upperBound : sections.lowerBound..<middle
    }
    let section = sections.lowerBound
    return items.item(at: [section, place - starts[section]] as IndexPath)
  }
}

/// The progress text of the warming.
struct WarmingLine {
  private let progress: ThumbnailMaker.Progress
  private let count: Int
  private let time: Duration

  init(_ progress: ThumbnailMaker.Progress, of count: Int, after time: Duration) {
    self.progress = progress
    self.count = count
    self.time = time
  }

  private var rate: Double { Double(progress.done) / max(time / .seconds(1), 0.001) }

  /// One line, such as `1200 of 40000 pictures, 310 a second, 2 min left`.
  var text: String {
    var text = "\(progress.done) of \(count) pictures, \(rate.text(decimals: 0)) a second"
    if progress.done > 0, progress.done < count {
      let left = Double(count - progress.done) / rate
      text +=
        left < 90
        ? ", \(left.text(decimals: 0)) s left" : ", \((left / 60).text(decimals: 0)) min left"
    }
    return text
  }

  /// The results, one line each; zero counts are omitted.
  var summary: String {
    let rows = [
      ("thumbnails made", progress.made), ("were there", progress.known),
      ("drawn each time", progress.drawn), ("not local files", progress.elsewhere),
      ("left for later", progress.left),
      ("no pictures", progress.failed), ("not reached", count - progress.done),
    ]
    let lines = rows.filter { $0.1 > 0 || $0.0 == "thumbnails made" }.map { name, count in
      name + String(repeating: " ", count: 17 - name.count) + "\(count)\n"
    }
    return lines.joined()
      + "in \((time / .seconds(1)).text(decimals: 1)) s, \(rate.text(decimals: 0)) pictures a second\n"
  }
}
