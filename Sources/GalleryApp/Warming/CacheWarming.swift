import FoundationEssentials
import GalleryCore
import GalleryItems
import Glibc
import ImageDecoding
import ImageLoading
import LocalPictures
import Prefetching
import Raster
import TerminalUI
import ThumbnailStore

/// Makes the thumbnails of sources in advance, and reports progress.
package struct CacheWarming {
  /// The reader of progress and results.
  struct Output {
    let isTerminal: Bool
    let write: (String) throws(OutputError) -> Void

    static var standard: Output {
      Output(isTerminal: isatty(STDOUT_FILENO) == 1, write: StandardOutput.write)
    }

    /// The time between two reports.
    fileprivate var interval: Duration { isTerminal ? .milliseconds(200) : .seconds(10) }
  }

  private let items: PlacedItems
  private let store: ThumbnailCache
  private let target: PixelSize
  private let posterTool: PosterTool?
  private let clock: any Poller
  private let output: Output

  /// - Parameters:
  ///   - items: the pictures; those on servers are skipped.
  ///   - store: the store for the thumbnails.
  ///   - target: the size in pixels of the tiles.
  package init(_ items: AnyItemSnapshot, to store: ThumbnailCache, target: PixelSize) {
    self.init(
      items, to: store, target: target, posterTool: .installed, clock: SystemClock(),
      output: .standard)
  }

  init(
    _ items: AnyItemSnapshot, to store: ThumbnailCache, target: PixelSize, posterTool: PosterTool?,
    clock: any Poller, output: Output
  ) {
    self.items = PlacedItems(items)
    self.store = store
    self.target = target
    self.posterTool = posterTool
    self.clock = clock
    self.output = output
  }

  /// Runs to the end, or until SIGINT or SIGTERM.
  ///
  /// The signals are blocked on this thread and on threads that it starts, so call it on the main thread before
  /// starting any.
  ///
  /// - Returns: the signal that stopped it; nil at the end.
  /// - Throws: `OutputError` if standard output is closed or full.
  package func run() throws(OutputError) -> Int32? {
    let signals = try? SignalQueue(of: [SIGINT, SIGTERM])
    let count = items.count
    let maker = ThumbnailMaker(
      store: store, decoder: ImageDecoder(isolation: .ownProgram),
      sharedFolder: SessionConfiguration.Loading.sharedThumbnailFolder, posterTool: posterTool)
    let start = clock.now
    let end = WorkEnd()
    let work: @Sendable () -> Void = { [items, target] in
      maker.run(count) { Self.request(items.item(at: $0), target) }
      end?.signal()
    }
    func line() -> WarmingLine { WarmingLine(maker.current, of: count, after: clock.now - start) }
    guard let ended = end?.descriptor,
      let thread = WorkerThread(name: "warming", niceness: 0, work)
    else {
      // This thread does the work and waits for no signal, so a signal ends the process at once.
      signals?.release()
      work()
      try output.write(line().summary)
      return nil
    }
    var waiting = [signals?.descriptor ?? -1, ended].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var due = start + output.interval
    while !clock.poll(&waiting, until: due) {
      due = clock.now + output.interval
      try output.write(output.isTerminal ? "\r\(line().text)\u{1B}[K" : "\(line().text)\n")
    }
    maker.stop()
    thread.join()
    try output.write((output.isTerminal ? "\r\u{1B}[K" : "") + line().summary)
    guard case .terminate(let signal)? = signals?.readAll().first else { return nil }
    return signal
  }

  private static func request(_ item: GalleryItem, _ target: PixelSize) -> ImageRequest? {
    guard let url = item.tileURL(for: target), url.isLocal, url.scheme != "data" else { return nil }
    return ImageRequest(url: url, targetSize: target, thumbnails: .ifSufficient)
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
