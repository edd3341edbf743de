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
  private let trace: TraceFile?

  /// Reads folders and lists and creates the trace's file; opens no terminal and starts no thread.
  init(_ command: Browse) throws {
    self.command = command
    if command.sources.isEmpty {
      // Bound now, so that its address is known; started after the first frame.
      let server = try PlaceholderServer(shape: command.shape.shape(latency: 120, jitter: 40))
      self.server = server
      source = AnyGalleryDataSource(
        DemoItems.source(
          server: server, count: command.view.count ?? SourceArguments.defaultCount,
          first: command.view.first ?? 0))
    } else {
      server = nil
      source = try SourceArguments(
        sources: command.sources, count: command.view.count, first: command.view.first
      ).resolve()
    }
    trace = try command.headless.trace.map(TraceFile.init)
  }

  /// What is left when the loop has ended.
  struct Played {
    let ending: Ending
    let loop: RunLoop
    let frontend: any Frontend
    let pipeline: ImagePipeline
  }

  /// Runs to the end, then writes what the person asked for.
  func run() throws -> Ending {
    let played = try play()
    // What came last is worth a moment, not more: whoever leaves wants the prompt.
    played.pipeline.configuration.dataCache?.flush(within: .seconds(2))
    let traced = Result { try trace?.finish() }
    try report(played)
    try traced.get()
    return played.ending
  }

  /// Runs to the end; the terminal is restored whatever happens.
  func play() throws -> Played {
    let frontend = try makeFrontend()
    let mailbox = try Mailbox()
    let pipeline = ImagePipeline(pipelineConfiguration)
    let loop = RunLoop(
      gallery: gallery(on: frontend), frontend: frontend, mailbox: mailbox,
      framesPerSecond: command.view.fps,
      loadFigures: { LoadFigures(pipeline.statistics, pipeline.stageTimes) },
      makeRunner: { [server] in
        try server?.start()
        return EffectRunner(pipeline: pipeline, mailbox: mailbox)
      })
    defer { frontend.close() }
    let ending = try loop.run()
    return Played(ending: ending, loop: loop, frontend: frontend, pipeline: pipeline)
  }

  private func gallery(on frontend: any Frontend) -> Gallery {
    let view = command.view
    return Gallery(
      source: source, screen: frontend.size, mode: view.layout, tile: view.tile,
      rendition: frontend.plan.rendition, graphics: frontend.plan.graphics,
      symbolSets: frontend.plan.symbolSets,
      isPrefetchingEnabled: view.isPrefetchingEnabled,
      overlay: view.overlay ? .full : .off)
  }

  private func report(_ played: Played) throws {
    if command.headless.dump {
      try StandardOutput.write(played.loop.stage.surface.textLines.joined(separator: "\n") + "\n")
    }
    if let path = command.headless.report {
      try Report(
        played.loop, presenter: played.frontend.presenter, size: played.frontend.size,
        loads: played.pipeline.statistics, stages: played.pipeline.stageTimes
      ).write(to: path)
    }
  }

  private func makeFrontend() throws -> any Frontend {
    let view = command.view
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
    configuration.imageCache = ImageCache(costLimitBytes: options.memoryLimit.value)
    configuration.dataCache = dataCache
    configuration.limits.maxBytes = options.maxBytes.value
    configuration.limits.maxPixels = options.maxPixels.value
    configuration.limits.timeout = .seconds(options.timeout)
    configuration.connectionsPerHost = options.connections
    if let trace { configuration.trace = { trace.record($0) } }
    return configuration
  }

  /// The demo's server has another port each time, so that nothing of it would ever be found again:
  /// it is kept only where a folder for it was named.
  private var dataCache: DataCache? {
    let isDemo = command.sources.isEmpty
    return isDemo && command.loading.cacheLocation.cacheDir == nil ? nil : command.loading.dataCache
  }
}
