import DiskCache
import FileActions
import FoundationEssentials
import FramePacing
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import PlaceholderServer
import Prefetching
import Raster
import Recordings
import TerminalUI

/// A run of the gallery: it connects the parts, runs the loop, and writes the outputs.
package struct Session {
  private let clock: any ProgramClock
  private let configuration: SessionConfiguration
  private let items: SessionItems
  private let caches: DiskCaches?
  private let marks: SessionMarks
  private let loadLog: LoadLog?
  private let log = SessionLog()
  /// The outputs of the log that were asked for at the start.
  private let logOutputs: [LogOutput]
  /// The recording to replay, if any.
  private let recording: SessionRecording?
  /// The file for the recorded keys, if any.
  private let recordFile: OutputFile?
  private let reportFile: OutputFile?

  /// Reads folders, lists and recordings, and opens the outputs.
  ///
  /// It opens no terminal and starts no thread.
  ///
  /// - Throws: `RecordingError`, `SourceError`, `ServerError` or `OutputError`.
  package init(_ configuration: SessionConfiguration) throws {
    self.configuration = configuration
    let system = SystemClock()
    clock = configuration.skipsWaits ? SkippingClock() : system
    recording = try SessionRecording.read(for: configuration.input)
    Descriptor.allowMany()
    caches = DiskCaches(configuration)
    items = try SessionItems(configuration, recording, pageCache: caches?.data, clock: system)
    marks = try SessionMarks(configuration)
    let outputs = configuration.outputs
    loadLog = try outputs.loads.map { path throws(OutputError) in
      try LoadLog(path: path, isHeadless: configuration.input.isHeadless)
    }
    logOutputs = try outputs.openLogs(isHeadless: configuration.input.isHeadless)
    recordFile = try outputs.record.map { path throws(OutputError) in
      try OutputFile(path: path, option: "--record")
    }
    reportFile = try outputs.report.map { path throws(OutputError) in
      try OutputFile(path: path, option: "--report")
    }
  }

  /// Prepares to play a recording over the caller's items, without a terminal and without outputs.
  ///
  /// - Parameters:
  ///   - configuration: everything except the source, the input and the outputs.
  ///   - server: started after the first frame, unless it is running.
  package init(
    _ configuration: SessionConfiguration, playing recording: SessionRecording,
    over source: AnyItemSnapshot, from server: PlaceholderServer
  ) {
    var configuration = configuration
    configuration.input = .script(Script(replaying: recording), screen: recording.screen)
    self.configuration = configuration
    self.recording = recording
    clock = SystemClock()
    caches = DiskCaches(configuration)
    items = SessionItems(source, from: server)
    marks = SessionMarks()
    loadLog = nil
    logOutputs = []
    recordFile = nil
    reportFile = nil
  }

  /// Runs to the end, then writes the outputs, reporting each that can't be written.
  ///
  /// - Returns: the remaining state, which a program that exits immediately need not free: a
  ///   million items take seconds.
  /// - Throws: the errors of `play`.
  package func run() throws -> Played {
    var played = try play()
    if let warning = recording?.warning(about: played.loop.gallery.itemCount) {
      StandardOutput.complain(warning)
    }
    // Saving the latest pictures may take a moment, but no more, because the person wants the
    // prompt.
    played.pipeline.configuration.dataCache?.flush(within: .seconds(2))
    played.pipeline.flushThumbnails(within: .seconds(2))
    let outputs: [(inout Played) throws -> Void] = [
      { [marks] in
        $0.ending = try marks.end($0.ending, of: $0.loop.gallery, $0.loop.runner.lasting.marks)
      },
      { try $0.recorder?.finish() }, { [loadLog] _ in try loadLog?.finish() },
      { [log] _ in try log.finish() }, { try dump($0) }, { try report($0) },
    ]
    for write in outputs {
      do { try write(&played) } catch {
        StandardOutput.complain("\(error)")
        played.isWritten = false
      }
    }
    return played
  }

  /// Runs to the end, and always restores the terminal.
  ///
  /// - Throws: `TerminalError`, `StartError`, `ServerError`, or `SourceError` for a list without an
  ///   item.
  package func play() throws -> Played {
    let mailbox = try Mailbox()
    let makeFrontend = try prepareFrontend()
    // The folder is read while the terminal starts.
    items.startReading { mailbox.post($0) }
    try items.awaitBeginning(in: mailbox, by: clock)
    let frontend: any Frontend
    do { frontend = try makeFrontend() } catch {
      // Without a terminal no person waits, so this may take longer.
      try items.awaitBeginning(in: mailbox, by: clock, atMost: .milliseconds(500))
      throw error
    }
    let pipeline = ImagePipeline(pipelineConfiguration)
    let memory = PictureMemory(
      pipeline.configuration.imageCache, isFixed: configuration.loading.memoryLimitBytes != nil)
    memory.fit(frontend.plan.graphics, on: frontend.size)
    var gallery = gallery(on: frontend, loading: pipeline.configuration, in: memory)
    gallery.tell(items.notice)
    gallery.tell(configuration.notice)
    if gallery.notice == nil, configuration.input.isPersonal {
      gallery.tell(
        ColorHint.firstText(
          at: frontend.plan.rendition.colors, environment: ProcessInfo.processInfo.environment,
          folder: SessionConfiguration.personalStateFolder))
    }
    let recorder = recorder(of: gallery, on: frontend)
    let loop = RunLoop(
      gallery: gallery, frontend: frontend, mailbox: mailbox, recorder: recorder,
      runner: EffectRunner(
        pipeline: pipeline, mailbox: mailbox, headers: configuration.loading.headers,
        clock: clock,
        lasting: LastingEffects(
          marks: marks.keeper(mailbox),
          files: recording == nil ? fileWorker(mailbox, pipeline) : nil,
          programs: recording == nil ? ProgramRunner(mailbox) : nil,
          copier: recording == nil
            ? PictureCopier(pipeline, configuration.loading.headers, mailbox) : nil)),
      memory: memory,
      source: SourceControls(folder: items.folder, pages: items.pages, dates: items.dates),
      framesPerSecond: configuration.view.framesPerSecond, clock: clock, log: log,
      notices: configuration.outputs.notices.map { SessionNotices(to: $0) },
      loadFigures: { LoadFigures(pipeline.statistics) },
      openNetwork: { [items] in try items.server?.start() })
    defer { frontend.close() }
    for output in logOutputs { log.open(output, loop.logHeader) }
    let ending = try loop.run(opening: items.opening)
    if let failure = items.failure { throw failure }
    return Played(
      ending: ending, loop: loop, frontend: frontend, pipeline: pipeline, recorder: recorder)
  }

  private func fileWorker(_ mailbox: Mailbox, _ pipeline: ImagePipeline) -> FileWorker {
    let environment = ProcessInfo.processInfo.environment
    return FileWorker(
      mailbox, OriginalLoads(pipeline, configuration.loading.headers),
      SessionConfiguration.personalStateFolder.map { DownloadShelf(folder: "\($0)/downloads") },
      ActionFolders(environment: environment),
      downloadFolder: configuration.view.keys.folders["D"]
        ?? DownloadFolder.path(environment: environment))
  }

  private func gallery(
    on frontend: any Frontend, loading pipeline: ImagePipeline.Configuration,
    in memory: PictureMemory
  ) -> Gallery {
    let view = configuration.view
    return Gallery(
      source: items.source, screen: frontend.size,
      configuration: GalleryConfiguration(
        mode: layout, tile: tile,
        look: Look(
          frontend.plan.rendition, ownColors: frontend.plan.ownColors, colors: view.colors,
          fit: fit, graphics: frontend.plan.graphics, symbolSets: frontend.plan.symbolSets),
        keys: view.keys, policy: view.policy, isPrefetchingEnabled: view.isPrefetchingEnabled,
        slots: pipeline.connectionsPerHost, budgetBytes: memory.unseenBytes, overlay: view.overlay,
        isSourceComplete: items.isComplete, followsStart: view.followsNewest,
        takesOne: configuration.marking.takesOne))
  }

  private var layout: GalleryLayout.Mode {
    if let chosen = configuration.view.layout ?? recording?.layout { return chosen }
    return configuration.items.sources.isEmpty ? .list : .grid
  }

  private var fit: PictureFit { configuration.view.fit ?? recording?.fit ?? .contain }
  private var tile: TileSize {
    if configuration.view.tile == nil, let recording { return recording.tile }
    return TileSize(cells: configuration.view.tile, elsewhere: .fitting)
  }

  private func recorder(of gallery: Gallery, on frontend: any Frontend) -> SessionRecorder? {
    recordFile.map {
      SessionRecorder(
        SessionRecording(
          screen: frontend.size, layout: layout, tile: tile, fit: fit,
          itemCount: gallery.itemCount),
        to: $0)
    }
  }

  private func dump(_ played: Played) throws {
    guard configuration.outputs.printsLastFrame else { return }
    try StandardOutput.write(played.loop.stage.surface.textLines.joined(separator: "\n") + "\n")
  }

  private func report(_ played: Played) throws {
    try reportFile?.write(
      Report(
        played.loop, presenter: played.frontend.presenter, size: played.frontend.size,
        loads: played.pipeline.statistics
      ).json().utf8)
  }

  /// Prepares what must come before the first thread, and returns a function that makes the front
  /// end.
  ///
  /// On a terminal that is the queue of signals. Without one, signals keep their default effects.
  private func prepareFrontend() throws -> () throws -> any Frontend {
    let (wishes, keys) = (configuration.view.wishes, configuration.view.keys)
    if case .script(let script, let screen) = configuration.input {
      return { try ScriptFrontend(script: script, size: screen, wishes: wishes) }
    }
    if let recording, configuration.input.isHeadless {
      return { try ScriptFrontend(replaying: recording, wishes: wishes) }
    }
    let signals = try SignalQueue()
    return {
      let terminal = try TerminalFrontend(wishes, keys, signals, clock: clock)
      guard let recording else { return terminal }
      return ReplayFrontend(recording, on: terminal)
    }
  }

  private var pipelineConfiguration: ImagePipeline.Configuration {
    var result = ImagePipeline.Configuration(configuration.loading, caches)
    if loadLog != nil || configuration.outputs.trace != nil {
      // The pipeline counts from the start of its own clock.
      let start = clock.now - result.clock.time.elapsed
      result.trace = { [loadLog, log] load in
        loadLog?.record(load)
        log.record(load, startedAt: start + load.startedAt)
      }
    }
    return result
  }
}

extension Session {
  /// The state after the end of the loop.
  package struct Played {
    package fileprivate(set) var ending: Ending
    /// Whether all requested outputs were written.
    package fileprivate(set) var isWritten = true
    let loop: RunLoop
    fileprivate let frontend: any Frontend
    package let pipeline: ImagePipeline
    fileprivate let recorder: SessionRecorder?

    /// The costs of the frames.
    package var frames: SessionStatistics { loop.stage.profiler.session }
    /// The time that visible tiles had no picture.
    package var tileClock: TileClock { loop.stage.tileClock }
    /// The time that each tile waited for its picture.
    package var tileWaits: TileWaits { loop.stage.tileWaits }
    /// The outcome of prefetched pictures.
    package var prefetches: PrefetchCounts { loop.gallery.ledger.counts }
  }
}

extension LoadFigures {
  fileprivate init(_ statistics: LoadStatistics) {
    self.init()
    inFlight = statistics.transfersInFlight + statistics.decodesInFlight
    queued = statistics.queued
    cacheBytes = statistics.cacheBytes
    diskHits = statistics.diskHits
    revalidated = statistics.revalidated
    retries = statistics.retries
    resumed = statistics.resumed
  }
}
