import Dispatch
import FoundationEssentials
import Glibc
import ImageDecoding
import LocalPictures
import Raster
import Synchronization
import ThumbnailStore

/// Makes thumbnails of local files in advance, on all processors, at a low priority.
package final class ThumbnailMaker: Sendable {
  /// The number of pictures processed so far, by result.
  package struct Progress: Hashable, Sendable {
    /// All pictures processed, whatever the result.
    package var done = 0
    /// Thumbnails that were created.
    package var made = 0
    /// Pictures that already had thumbnails.
    package var known = 0
    /// Drawings, which are drawn again at each size and need no thumbnails.
    package var drawn = 0
    /// Pictures that are not local files, such as those on servers.
    package var elsewhere = 0
    /// Files that are no pictures, or can't be read.
    package var failed = 0
    /// Pictures that have just changed, or whose thumbnails could not be written.
    package var left = 0
  }

  /// The niceness added to the process's own.
  private static let niceness: Int32 = 10
  static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  private let pictures: PictureDecoding
  private let shelf: ThumbnailShelf
  private let limits: ImageLimits
  private let progress = Mutex(Progress())
  private let next = Atomic(0)
  private let isStopped = Atomic(false)
  /// Limits poster processes to one per processor, however many threads read files.
  private let posterPlaces = DispatchSemaphore(value: ThumbnailMaker.processors)

  /// - Parameters:
  ///   - store: the store for the thumbnails.
  ///   - decoder: the decoder of the pictures.
  ///   - limits: the limits of each picture.
  ///   - sharedFolder: the folder of thumbnails shared by programs; nil to use none.
  ///   - posterTool: the program that makes posters of videos.
  package convenience init(
    store: ThumbnailCache, decoder: ImageDecoder = ImageDecoder(),
    limits: ImageLimits = ImageLimits(), sharedFolder: String? = nil, posterTool: PosterTool? = nil
  ) {
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = decoder
    configuration.sharedThumbnailFolder = sharedFolder
    configuration.thumbnailStore = store
    configuration.posterTool = posterTool
    self.init(PictureDecoding(configuration), store, limits)
  }

  init(_ pictures: PictureDecoding, _ store: ThumbnailCache, _ limits: ImageLimits) {
    self.pictures = pictures
    shelf = ThumbnailShelf(store, fileSystems: pictures.fileSystems)
    self.limits = limits
  }

  /// The progress so far; may be read from any thread.
  package var current: Progress { progress.withLock { $0 } }

  /// Lets each thread finish its picture, and start no other.
  package func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Makes the missing thumbnails of pictures, and blocks until all are done.
  ///
  /// If the system can't start a thread, the calling thread does all the work.
  ///
  /// - Parameters:
  ///   - count: the number of pictures.
  ///   - threads: the number of threads; nil for one per processor, or more if the first or the last file is distant.
  ///   - request: returns the request of a picture, or nil if it is no local file. It is called on any thread.
  package func run(
    _ count: Int, threads: Int? = nil, request: @escaping @Sendable (Int) -> ImageRequest?
  ) {
    guard count > 0 else { return }
    let threads = threads ?? threadCount(reading: [0, count - 1].compactMap(request))
    let workers = (0..<min(threads, count)).compactMap { _ in
      WorkerThread(name: "warm", niceness: Self.niceness) { self.makeAll(count, request) }
    }
    if workers.isEmpty { makeAll(count, request) }
    for worker in workers { worker.join() }
    shelf.flush(within: .seconds(60))
  }

  /// Returns the number of threads: one per processor, or more if a picture is on another machine.
  func threadCount(reading pictures: [ImageRequest]) -> Int {
    let devices = pictures.compactMap { shelf.slot(for: $0, within: limits)?.file.device }
    let areDistant = devices.contains { self.pictures.fileSystems.isDistant(device: $0) }
    return areDistant ? max(Self.processors, JobThreads.mostReading) : Self.processors
  }

  private func makeAll(_ count: Int, _ request: (Int) -> ImageRequest?) {
    while !isStopped.load(ordering: .relaxed) {
      let number = next.add(1, ordering: .relaxed).oldValue
      if number >= count { return }
      make(request(number))
    }
  }

  private func make(_ request: ImageRequest?) {
    let outcome = request.map(outcome) ?? .elsewhere
    // A poster that was canceled by `stop` doesn't count as failed.
    if outcome != .failed || !isStopped.load(ordering: .relaxed) {
      progress.withLock { $0.count(outcome) }
    }
  }

  private func outcome(of request: ImageRequest) -> Outcome {
    if request.isOfLocalDrawing { return .drawn }
    if let slot = shelf.slot(for: request, within: limits), shelf.has(in: slot) { return .known }
    let isVideo = VideoFile.isVideo(request.url)
    if isVideo { posterPlaces.wait() }
    defer { if isVideo { posterPlaces.signal() } }
    var work = WorkDone()
    let picture = try? pictures.picture(of: request, in: nil, within: limits, &work) {
      isVideo && isStopped.load(ordering: .relaxed)
    }
    guard let picture, !picture.image.endsEarly else { return .failed }
    guard let copy = picture.copy, shelf.keep(copy) else { return .left }
    return .made
  }

  /// The result for one picture.
  fileprivate enum Outcome {
    case made, known, drawn, elsewhere, failed, left
  }
}

extension ThumbnailMaker.Progress {
  fileprivate mutating func count(_ outcome: ThumbnailMaker.Outcome) {
    done += 1
    switch outcome {
    case .made: made += 1
    case .known: known += 1
    case .drawn: drawn += 1
    case .elsewhere: elsewhere += 1
    case .failed: failed += 1
    case .left: left += 1
    }
  }
}
