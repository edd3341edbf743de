import FramePacing
import GalleryCore
import ImageLoading
import Prefetching
import Raster
import TerminalUI

extension Report {
  /// Makes the report of a finished session.
  init(
    _ loop: RunLoop, presenter: any Presenter, size: CellSize, loads: LoadStatistics
  ) {
    let link = loop.stage.link
    let profiler = loop.stage.profiler
    source = Source(items: loop.gallery.itemCount)
    terminal = Terminal(
      columns: size.columns, rows: size.rows, presenter: presenter.name,
      colors: presenter.colors.rawValue, graphics: loop.gallery.rendition.method.graphicsName,
      symbols: Nullable(loop.gallery.rendition.method.symbols?.rawValue), link: Link(link))
    frames = Frames(profiler, shown: link.shown.session)
    self.loads = Loads(
      loads, failedItems: loop.gallery.failedItems.count, readyTimes: loop.runner.readyTimes)
    prefetch = Prefetch(policy: loop.gallery.policyName, loop.gallery.ledger.counts)
    tiles = Tiles(
      blankTileMs: loop.stage.tileClock.blankTileMilliseconds,
      visibleTileMs: loop.stage.tileClock.visibleTileMilliseconds,
      firstPictureMs: Nullable(loop.stage.tileClock.firstPicture?.milliseconds),
      screenCompleteMs: Nullable(loop.stage.tileClock.screenComplete?.milliseconds),
      blankAtEnd: loop.stage.tileClock.latest.blankTiles)
    start = Start(
      firstLoadMs: Nullable(loop.runner.firstLoadAt?.milliseconds),
      firstFrameMs: Nullable(loop.stage.firstFrame?.at.milliseconds),
      firstFrameCpuMs: Nullable(loop.stage.firstFrame?.cpu.milliseconds))
    memory = Memory(peakRssBytes: Nullable(ResidentSize.peak))
  }
}

extension Report.Link {
  init(_ link: LinkFigures) {
    bytesPerS = Nullable(link.bytesPerSecond)
    roundTripMs = Nullable(link.roundTrip?.milliseconds)
    isAnswered = !link.isSilent
    framesWaited = link.framesWaited
  }
}

extension Rendition.Method {
  fileprivate var graphicsName: String {
    switch self {
    case .symbols: "symbols"
    case .kitty: "kitty"
    case .sixel: "sixel"
    case .iterm2: "iterm2"
    }
  }

  fileprivate var symbols: SymbolSet? {
    if case .symbols(let symbols) = self { symbols } else { nil }
  }
}

extension Report.Frames {
  init(_ profiler: FrameProfiler, shown: DurationHistogram) {
    let session = profiler.session
    let motion = profiler.latestMotion
    count = session.count
    overBudget = session.overBudget
    late = session.late
    lateMs = session.lateTime.milliseconds
    hitchMsPerS = session.hitches.millisecondsPerSecond
    budgetMs = session.budget.milliseconds
    ratePerS = Nullable(motion?.framesPerSecond)
    onePercentLowPerS = Nullable(motion?.onePercentLow)
    animationErrorMs = Nullable(motion?.animationError?.milliseconds)
    workMs = Report.Summary(session.work)
    workCpuMs = Report.Summary(session.cpu)
    inputMs = Report.Summary(session.phases.input)
    updateMs = Report.Summary(session.phases.update)
    drawMs = Report.Summary(session.phases.draw)
    overlayMs = Report.Summary(session.phases.overlay)
    presentMs = Report.Summary(session.phases.present)
    shownMs = Report.Summary(shown)
    bytes = Bytes(
      total: session.bytes, p50: session.medianFrameBytes, max: session.largestFrameBytes)
    worst = profiler.worst.frames.map { Report.WorstFrame($0, budget: session.budget) }
  }
}

extension Report.Summary {
  init(_ histogram: DurationHistogram) {
    p50 = histogram.milliseconds(atPercentile: 50)
    p90 = histogram.milliseconds(atPercentile: 90)
    p99 = histogram.milliseconds(atPercentile: 99)
    max = histogram.maxMilliseconds
  }
}

extension Report.Loads {
  init(
    _ statistics: LoadStatistics, failedItems: Int, readyTimes: DurationHistogram
  ) {
    requested = statistics.requested
    transfers = statistics.transfers
    memoryHits = statistics.memoryHits
    diskHits = statistics.diskHits
    revalidated = statistics.revalidated
    coalesced = statistics.coalesced
    retries = statistics.retries
    resumed = statistics.resumed
    cancelled = statistics.cancelled
    finishedAfterCancel = statistics.finishedAfterCancel
    failed = failedItems
    bytes = statistics.bytes
    readyMs = Report.Spread(
      p50: readyTimes.milliseconds(atPercentile: 50),
      p90: readyTimes.milliseconds(atPercentile: 90), max: readyTimes.maxMilliseconds)
    cacheProblem = Nullable(statistics.cacheProblem)
  }
}

extension Report.Prefetch {
  package init(policy: String, _ counts: PrefetchCounts) {
    self.policy = policy
    announced = counts.announced
    started = counts.started
    cancelled = counts.cancelled
    useful = counts.useful
    late = counts.late
    wasted = counts.wasted
    pending = counts.pending
    kept = counts.kept
    demanded = counts.demanded
    usefulBytes = counts.usefulBytes
    lateBytes = counts.lateBytes
    wastedBytes = counts.wastedBytes
    pendingBytes = counts.pendingBytes
    accuracy = Nullable(counts.accuracy)
    coverage = Nullable(counts.coverage)
    timeliness = Nullable(counts.timeliness)
  }
}
