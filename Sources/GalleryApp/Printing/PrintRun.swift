import DiskCache
import FoundationEssentials
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import PlaceholderServer
import Prefetching
import Raster
import TerminalGraphics
import TerminalUI

/// A run that prints pictures into the scrollback, and ends.
package final class PrintRun {
  private let configuration: SessionConfiguration
  private let choices: PrintChoices
  private let clock = SystemClock()
  private let inbox: MessageBox<PrintEvent>
  private let output: PrintOutput
  private let inquiry: TerminalInquiry
  private var hasFailed = false

  /// Prepares to print; call it on the main thread, before other threads start.
  ///
  /// - Throws: `TerminalError` or `StartError`.
  package init(_ configuration: SessionConfiguration, _ choices: PrintChoices) throws {
    self.configuration = configuration
    self.choices = choices
    Descriptor.allowMany()
    let signals = try SignalQueue(of: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE])
    output = PrintOutput(signals: signals, clock: clock)
    inquiry = TerminalInquiry(poller: clock)
    inbox = try MessageBox()
  }

  /// Prints all pictures.
  ///
  /// - Returns: status 1 if a picture failed, or the signal that ended it.
  /// - Throws: `SourceError`, `ServerError`, or `OutputError`.
  package func run() throws -> Ending {
    let terminal = inquiry.ask()
    defer { inquiry.close() }
    var page: PrintPage?
    do {
      let caches = DiskCaches(configuration)
      let items = try readItems(caches)
      if let notice = items.notice {
        StandardOutput.complain(notice)
        hasFailed = true
      }
      let source = PlacedItems(items.source)
      let printed = PrintPage(source.count, on: terminal, configuration.view, choices)
      page = printed
      let pipeline = ImagePipeline(pipelineConfiguration(caches))
      page = try print(source, on: printed, loadedBy: pipeline)
      pipeline.configuration.dataCache?.flush(within: .seconds(2))
      pipeline.flushThumbnails(within: .seconds(2))
    } catch PrintStop.readerIsGone {
      // It ends as quietly as any program before `head`.
    } catch PrintStop.signal(let signal) {
      if let page { output.finish(page.encoder.ending) }
      return .signal(signal)
    }
    return .status(hasFailed ? Exit.Status.failure.rawValue : EXIT_SUCCESS)
  }

  private func pipelineConfiguration(_ caches: DiskCaches?) -> ImagePipeline.Configuration {
    var result = ImagePipeline.Configuration(configuration.loading, caches)
    if configuration.loading.memoryLimitBytes == nil {
      result.imageCache = ImageCache(costLimitBytes: Self.memoryBytes)
    }
    result.decodeThreads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return result
  }

  /// The memory for pictures that come again, which is rare.
  private static let memoryBytes = 8 << 20
}

// MARK: - Items

extension PrintRun {
  /// Reads the sources on another thread, because folders and servers may keep it waiting, and signals may not.
  private func readItems(_ caches: DiskCaches?) throws -> PrintedItems {
    let (configuration, clock, inbox) = (configuration, clock, inbox)
    let read: @Sendable () -> Void = {
      inbox.post(
        .itemsRead(
          Result {
            let items = try SessionItems(
              configuration, nil, pageCache: caches?.data, clock: clock)
            try items.server?.start()
            return PrintedItems(
              source: items.source, notice: items.notice, server: items.server)
          }))
    }
    if let thread = WorkerThread(name: "sources", niceness: 0, read) {
      thread.detach()
    } else {
      read()
    }
    while true {
      for case .itemsRead(let result) in try nextEvents() { return try result.get() }
    }
  }

  /// Waits for events, or for a signal.
  private func nextEvents() throws(PrintStop) -> [PrintEvent] {
    var waiting = [output.signals.descriptor, inbox.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = clock.poll(&waiting, until: nil)
    try output.checkSignals()
    return inbox.drain()
  }
}

// MARK: - Pictures

extension PrintRun {
  /// Prints the rows as soon as they are complete, while later ones load.
  ///
  /// - Returns: the page with the state of its encoder.
  private func print(
    _ items: PlacedItems, on page: PrintPage, loadedBy pipeline: ImagePipeline
  ) throws -> PrintPage {
    var page = page
    var queue = SheetQueue(page.sheet)
    let requests = PrintRequests(page, configuration)
    while true {
      for item in queue.takeStarts() {
        switch requests.request(for: items.item(at: item)) {
        case .success(let request): load(request, item, by: pipeline)
        case .failure(let reason): queue.end(item, with: .failure(reason.reason))
        }
      }
      while let (places, contents) = queue.takeRow() {
        if contents.contains(where: \.isFailure) { hasFailed = true }
        let tiles = zip(places, contents).map { place, content in
          let item = items.item(at: place)
          return SheetTile(name: item.label(), link: requests.link(to: item), content: content)
        }
        try output.write(page.bytes(of: tiles))
      }
      if queue.isOver { return page }
      if queue.hasStarts { continue }
      for case .ended(let item, let content) in try nextEvents() {
        queue.end(item, with: content)
      }
    }
  }

  private func load(_ request: ImageRequest, _ item: Int, by pipeline: ImagePipeline) {
    pipeline.loadImage(with: request) { [inbox] result in
      switch result {
      case .success(let image): inbox.post(.ended(item, .picture(image)))
      case .failure(let error): inbox.post(.ended(item, .failure(FailureReason(error))))
      }
    }
  }
}

/// A result of another thread.
private enum PrintEvent: Sendable {
  case itemsRead(Result<PrintedItems, any Error>)
  /// The load of an item, by its number from 0, has ended.
  case ended(Int, SheetTile.Content)
}

/// The pictures to print.
private struct PrintedItems: Sendable {
  let source: AnyItemSnapshot
  /// The sources that were left out; nil for none.
  let notice: String?
  /// The demo's server, which runs as long as this.
  let server: PlaceholderServer?
}
