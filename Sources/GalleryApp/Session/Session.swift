import GalleryCore
import ImageLoading
import ImageSources
import PlaceholderServer
import Prefetching
import Raster
import TerminalUI

/// One run of the gallery: wires the parts, runs the loop, writes the report.
struct Session {
  private let command: Browse
  private let server: PlaceholderServer?
  private let source: Gallery.Source
  private let policy: any PrefetchPolicy
  private let trace: TraceFile?
  /// What is to be done again, if anything.
  private let recording: SessionRecording?
  /// Where what is done is written, if anywhere.
  private let recordFile: OutputFile?
  private let reportFile: OutputFile?

  /// Reads folders, lists and recordings and opens what is written; opens no terminal and starts no
  /// thread.
  init(_ command: Browse) throws {
    self.command = command
    recording = try command.headless.replay.map { path throws(RecordingError) in
      try SessionRecording(path: path, option: "--replay")
    }
    if command.sources.isEmpty {
      Loopback.exemptFromProxies()
      // Bound now, so that its address is known; started after the first frame.
      let server = try PlaceholderServer(shape: command.shape.shape(latency: 120, jitter: 40))
      self.server = server
      source = AnyGalleryDataSource(
        DemoItems.source(
          server: server,
          count: command.view.count ?? recording?.itemCount ?? SourceArguments.defaultCount,
          first: command.view.first ?? 0))
    } else {
      server = nil
      source = try SourceArguments(
        sources: command.sources, count: command.view.count, first: command.view.first,
        total: recording?.itemCount
      ).resolve()
    }
    policy = command.view.policy
    let outputs = command.headless
    trace = try outputs.trace.map { path throws(OutputError) in
      try TraceFile(path: path, isHeadless: outputs.isHeadless)
    }
    recordFile = try outputs.record.map { path throws(OutputError) in
      try OutputFile(path: path, option: "--record")
    }
    reportFile = try outputs.report.map { path throws(OutputError) in
      try OutputFile(path: path, option: "--report")
    }
  }

  /// A recording is played over items of the caller's, without a terminal, as `command` says else.
  ///
  /// - Parameter server: started after the first frame, if it is not yet.
  init(
    _ command: Browse, playing recording: SessionRecording, over source: Gallery.Source,
    from server: PlaceholderServer, policy: any PrefetchPolicy
  ) {
    Loopback.exemptFromProxies()
    self.command = command
    self.recording = recording
    self.source = source
    self.server = server
    self.policy = policy
    trace = nil
    recordFile = nil
    reportFile = nil
  }

  /// What is left when the loop has ended.
  struct Played {
    fileprivate(set) var ending: Ending
    let loop: RunLoop
    let frontend: any Frontend
    let pipeline: ImagePipeline
    let recorder: SessionRecorder?
  }

  /// Runs to the end, then writes what the person asked for; what can't be written is said, each by itself.
  ///
  /// - Returns: everything that is left, for whoever leaves at once: freeing a million items takes seconds
  ///   that the kernel does not need.
  func run() throws -> Played {
    var played = try play()
    // What came last is worth a moment, not more: whoever leaves wants the prompt.
    played.pipeline.configuration.dataCache?.flush(within: .seconds(2))
    let outputs: [(Played) throws -> Void] = [
      { try $0.recorder?.finish() }, { [trace] _ in try trace?.finish() }, dump, report,
    ]
    for write in outputs {
      do { try write(played) } catch {
        StandardOutput.complain("\(error)")
        played.ending = .status(Exit.Status.cannotCreate.rawValue)
      }
    }
    return played
  }

  /// Runs to the end; the terminal is restored whatever happens.
  func play() throws -> Played {
    let frontend = try makeFrontend()
    let mailbox = try Mailbox()
    let pipeline = ImagePipeline(pipelineConfiguration)
    let gallery = gallery(on: frontend, loading: pipeline.configuration)
    let recorder = recorder(of: gallery, on: frontend)
    let loop = RunLoop(
      gallery: gallery, frontend: frontend, mailbox: mailbox, recorder: recorder,
      runner: EffectRunner(pipeline: pipeline, mailbox: mailbox),
      framesPerSecond: command.view.fps ?? 60,
      loadFigures: { LoadFigures(pipeline.statistics, pipeline.stageTimes) },
      openNetwork: { [server] in try server?.start() })
    defer { frontend.close() }
    let ending = try loop.run()
    return Played(
      ending: ending, loop: loop, frontend: frontend, pipeline: pipeline, recorder: recorder)
  }

  private func gallery(
    on frontend: any Frontend, loading pipeline: ImagePipeline.Configuration
  ) -> Gallery {
    let view = command.view
    return Gallery(
      source: source, screen: frontend.size, mode: mode, tile: tile,
      rendition: frontend.plan.rendition, graphics: frontend.plan.graphics,
      symbolSets: frontend.plan.symbolSets,
      policy: policy, isPrefetchingEnabled: view.isPrefetchingEnabled,
      slots: pipeline.connectionsPerHost, budgetBytes: pipeline.imageCache.costLimitBytes / 4,
      overlay: view.overlay ? .full : .off)
  }

  private var mode: GalleryLayout.Mode { recording?.layout ?? command.view.layout ?? .list }

  private var tile: CellSize? { recording?.tile ?? command.view.tile }

  private func recorder(of gallery: Gallery, on frontend: any Frontend) -> SessionRecorder? {
    recordFile.map {
      SessionRecorder(
        SessionRecording(
          screen: frontend.size, layout: mode, tile: tile, itemCount: gallery.itemCount),
        to: $0)
    }
  }

  private func dump(_ played: Played) throws {
    guard command.headless.dump else { return }
    try StandardOutput.write(played.loop.stage.surface.textLines.joined(separator: "\n") + "\n")
  }

  private func report(_ played: Played) throws {
    try reportFile?.write(
      Report(
        played.loop, presenter: played.frontend.presenter, size: played.frontend.size,
        loads: played.pipeline.statistics, stages: played.pipeline.stageTimes
      ).json())
  }

  private func makeFrontend() throws -> any Frontend {
    let view = command.view
    if let recording {
      return try ScriptFrontend(replaying: recording, wishes: view.wishes)
    }
    guard let script = try command.headless.parsedScript() else {
      return try TerminalFrontend(view.wishes)
    }
    return try ScriptFrontend(
      script: script, size: command.headless.size ?? CellSize(columns: 80, rows: 24),
      wishes: view.wishes)
  }

  private var pipelineConfiguration: ImagePipeline.Configuration {
    let options = command.loading
    var configuration = ImagePipeline.Configuration()
    if let limit = options.memoryLimit {
      configuration.imageCache = ImageCache(costLimitBytes: limit)
    }
    configuration.dataCache = dataCache
    if let bytes = options.maxBytes { configuration.limits.maxBytes = bytes }
    if let pixels = options.maxPixels { configuration.limits.maxPixels = pixels }
    if let seconds = options.timeout { configuration.limits.timeout = .seconds(seconds) }
    if let count = options.connections { configuration.connectionsPerHost = count }
    if let trace { configuration.trace = { trace.record($0) } }
    return configuration
  }

  /// The demo's server has another port each time, so that nothing of it would ever be found again:
  /// it is kept only where a folder for it was named.
  private var dataCache: DataCache? {
    let isDemo = command.sources.isEmpty
    return isDemo && command.loading.cacheDir == nil ? nil : command.loading.dataCache
  }
}
