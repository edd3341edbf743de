import DiskCache
import FoundationEssentials
import ImageDecoding
import LocalPictures
import Raster

/// The jobs of loads on worker threads, which start with the first job that needs them.
struct LoadJobs: Sendable {
  /// The result of a job, even of a canceled one.
  enum Outcome: Sendable {
    case lookedUp(LoadID, CachedData?)
    case read(LoadID, Result<Data, ImageError>)
    case worked(LoadID, Result<PixelImage, ImageError>, WorkDone)
    case notStored(LoadID)
    case stoodIn(picture: LoadID, job: LoadID, ImagePreview?)
    case previewed(transfer: LoadID, job: LoadID, ImageRequest, ImagePreview?)
  }

  /// A closure that receives a result, on the job's thread.
  typealias Report = @Sendable (Outcome) -> Void

  private struct RunningJob {
    let job: WorkerThreads.Job
    let threads: WorkerThreads
    /// The decode to run if no thumbnail is found.
    var otherwise: Decoding?
  }

  /// The decode of an original picture.
  private struct Decoding {
    let request: ImageRequest
    let bytes: Data?
    var urgency: Urgency
    let report: Report
  }

  private let configuration: ImagePipeline.Configuration
  private let pictures: PictureDecoding
  private var running: [LoadID: RunningJob] = [:]
  private var threads: JobThreads

  /// - Parameter fileSystems: the source of file identities.
  init(
    _ configuration: ImagePipeline.Configuration, fileSystems: FileSystems = FileSystems()
  ) {
    self.configuration = configuration
    threads = JobThreads(decoderCounts: configuration.decoderCounts)
    pictures = PictureDecoding(configuration, fileSystems: fileSystems)
  }

  mutating func perform(_ action: JobAction, _ report: @escaping Report) {
    switch action {
    case .lookUp(let url, let id, let urgency):
      let cache = configuration.dataCache
      submit(id, urgency, to: threads.readers) { _ in
        report(.lookedUp(id, cache?.entry(for: url.cacheIdentity)))
      }
    case .read(let url, let limits, let id, let urgency):
      submit(id, urgency, to: threads.files) { isCancelled in
        let result = Result { () throws(ImageError) in
          try LocalBytes.read(url, maxBytes: limits.maxBytes, isCancelled)
        }
        report(.read(id, result.nonempty))
      }
    case .decode(let request, let id, let bytes, let urgency):
      let decoding = Decoding(request: request, bytes: bytes, urgency: urgency, report: report)
      if bytes == nil, pictures.looksFirst(for: request, isAhead: urgency.priority.isSpeculative) {
        submit(id, urgency, to: threads.lookers, looking(request, id, by: threads.lookers, report))
        running[id]?.otherwise = decoding
      } else {
        submit(decoding, id)
      }
    case .process(let request, let id, let image, let urgency):
      submit(id, urgency, to: threads.decoders, processing(request, id, image, report))
    case .preview(let request, let job, let bytes, let urgency, let transfer):
      submit(job, urgency, to: threads.decoders, previewing(request, job, bytes, transfer, report))
    case .standIn(let work, let job, let urgency, let picture):
      submit(job, urgency, to: threads.lookers, standingIn(work, job, picture, report))
    case .setUrgency(let id, let urgency):
      // A job that has ended stays in the graph until its result is read.
      guard let job = running[id] else { break }
      running[id]?.otherwise?.urgency = urgency
      job.threads.setUrgency(urgency, of: job.job)
    case .cancel(let id):
      if let running = running.removeValue(forKey: id) { running.threads.cancel(running.job) }
    }
  }

  /// Forgets a job whose result was read; if it found no thumbnail, decodes the original.
  mutating func acknowledge(_ outcome: Outcome) {
    switch outcome {
    case .notStored(let job):
      if let decoding = running.removeValue(forKey: job)?.otherwise { submit(decoding, job) }
    case .lookedUp(let job, _), .read(let job, _), .worked(let job, _, _): running[job] = nil
    case .stoodIn(_, let job, _), .previewed(_, let job, _, _): running[job] = nil
    }
  }

  /// The thumbnails of local files; nil if none are stored.
  var thumbnails: ThumbnailShelf? { pictures.shelf }

  /// Decodes a frame of an animation, which belongs to no load and is not in the graph.
  ///
  /// - Parameter report: called on a decode thread; it must retain the owner of this value, because
  ///   the threads drop pending jobs when they are released.
  mutating func decodeFrame(
    of animation: AnimatedImage, _ priority: ImagePriority, at now: Duration,
    _ report: @escaping @Sendable (Result<AnimationFrame?, ImageError>) -> Void
  ) {
    _ = threads.decoders.submit(priority: priority, visibleAt: now) { _ in
      report(Result { () throws(ImageError) in try animation.nextFrame() })
    }
  }

  private mutating func submit(_ decoding: Decoding, _ id: LoadID) {
    let decoders = threads.decoders
    let isSlow = decoding.bytes == nil && pictures.waitsForProcess(decoding.request)
    let work = self.decoding(
      decoding.request, id, decoding.bytes, keepingBy: decoders, decoding.report)
    submit(id, decoding.urgency, to: isSlow ? threads.posters : decoders, work)
  }

  private mutating func submit(
    _ id: LoadID, _ urgency: Urgency, to threads: WorkerThreads,
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void
  ) {
    let job = threads.submit(priority: urgency.priority, visibleAt: urgency.visibleAt, work)
    running[id] = RunningJob(job: job, threads: threads)
  }
}

// MARK: - Jobs

extension LoadJobs {
  private func decoding(
    _ request: ImageRequest, _ id: LoadID, _ bytes: Data?, keepingBy threads: WorkerThreads,
    _ report: @escaping Report
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = request.limits ?? configuration.limits
    return { [pictures] isCancelled in
      let start = ContinuousClock.now
      var work = WorkDone()
      var copy: ThumbnailShelf.Copy?
      let result = Result { () throws(ImageError) -> PixelImage in
        let picture = try pictures.picture(
          of: request, in: bytes, within: limits, &work, isCancelled)
        copy = picture.copy
        return picture.image
      }
      work.duration = .now - start
      threads.expectWaits(work.isDistant ?? false)
      // Reserve before reporting, so that a flush after the last picture waits for its thumbnail too.
      let place = copy.flatMap { pictures.shelf?.reserve(for: $0) }
      report(.worked(id, result, work))
      if let copy, let place { Self.keep(copy, in: place, by: threads) }
    }
  }

  /// Returns a job that looks for a thumbnail on threads that decode no originals, so that none delays it.
  private func looking(
    _ request: ImageRequest, _ id: LoadID, by threads: WorkerThreads, _ report: @escaping Report
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = request.limits ?? configuration.limits
    return { [pictures] isCancelled in
      let start = ContinuousClock.now
      var work = WorkDone()
      let image = pictures.stored(request, within: limits, &work, isCancelled)
      if let isDistant = work.isDistant { threads.expectWaits(isDistant) }
      guard let image else { return report(.notStored(id)) }
      work.duration = .now - start
      report(.worked(id, .success(image), work))
    }
  }

  /// Stores a copy once no picture waits, or immediately if too many copies are waiting.
  private static func keep(
    _ copy: ThumbnailShelf.Copy, in place: ThumbnailShelf.Pending, by threads: WorkerThreads
  ) {
    guard place.mayWait else { return place.keep(copy) }
    _ = threads.submit(priority: .veryLow, visibleAt: .seconds(1 << 30)) { _ in
      place.keep(copy)
    }
  }

  private func processing(
    _ request: ImageRequest, _ id: LoadID, _ image: PixelImage, _ report: @escaping Report
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    { isCancelled in
      guard let processor = request.steps.last?.processor else { return }
      let start = ContinuousClock.now
      let result = Result { () throws(ImageError) in
        try processor.run(on: image, isCancelled: isCancelled)
      }
      report(.worked(id, result, WorkDone(duration: .now - start)))
    }
  }

  private func previewing(
    _ request: ImageRequest, _ job: LoadID, _ bytes: Data, _ transfer: LoadID,
    _ report: @escaping Report
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = request.limits ?? configuration.limits
    return { [pictures] isCancelled in
      let image = pictures.preview(of: bytes, for: request, within: limits, isCancelled)
      let preview = image.map { ImagePreview($0, isWhole: !$0.pixels.contains { $0 >> 24 == 0 }) }
      report(.previewed(transfer: transfer, job: job, request, preview))
    }
  }

  /// Returns a stand-in job; examining a file takes 0.2 ms, so it need not wait behind full pictures.
  private func standingIn(
    _ work: StandInWork, _ job: LoadID, _ picture: LoadID, _ report: @escaping Report
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = work.request.limits ?? configuration.limits
    // A stored thumbnail is as fast, and examining the file would open it.
    let shelf = work.bytes == nil ? pictures.shelf : nil
    return { [fileSystems = pictures.fileSystems] isCancelled in
      if shelf?.mayHave(work.request, within: limits) == true {
        return report(.stoodIn(picture: picture, job: job, nil))
      }
      let preview = work.preview(within: limits, on: fileSystems, isCancelled)
      report(.stoodIn(picture: picture, job: job, preview))
    }
  }
}

extension Result<Data, ImageError> {
  fileprivate var nonempty: Self {
    if case .success(let bytes) = self, bytes.isEmpty { .failure(.empty) } else { self }
  }
}
