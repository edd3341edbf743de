import GalleryCore
import ImageLoading

/// Carries out the gallery's effects on pictures; results come back through the mailbox.
final class EffectRunner {
  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private var tasks: [TileKey: (task: ImageTask, since: Duration)] = [:]
  /// How long pictures took from being asked for to being there.
  private(set) var readyTimes = DurationHistogram()
  /// The items whose load ended in failure at least once.
  private(set) var failedItems: Set<Int> = []

  init(pipeline: ImagePipeline, mailbox: Mailbox) {
    self.pipeline = pipeline
    self.mailbox = mailbox
  }

  /// True when nothing that was asked for is on its way.
  var isIdle: Bool { tasks.isEmpty }

  /// Never blocks.
  func perform(_ effect: Effect, at now: Duration) {
    switch effect {
    case .load(let request): load(request, priority: .high, at: now)
    case .prefetch(let request): load(request, priority: .low, at: now)
    case .cancel(let key): tasks.removeValue(forKey: key)?.task.cancel()
    case .forget(let request): pipeline.removeCachedImage(for: ImageRequest(request))
    case .switchPresenter, .suspend, .leave: break
    }
  }

  /// A result of this key was taken out of the mailbox.
  func finished(_ event: Event, at now: Duration) {
    switch event {
    case .pictureReady(let key, _):
      if let entry = tasks.removeValue(forKey: key) { readyTimes.record(now - entry.since) }
    case .pictureFailed(let key, _):
      tasks[key] = nil
      failedItems.insert(key.item)
    case .key, .resized, .scrolled, .tick: break
    }
  }

  private func load(_ request: TileRequest, priority: ImagePriority, at now: Duration) {
    let key = request.key
    if let entry = tasks[key] {
      entry.task.priority = priority
      return
    }
    var imageRequest = ImageRequest(request)
    imageRequest.priority = priority
    if let image = pipeline.cachedImage(for: imageRequest) {
      // At once, so that what is in memory is there in the very next frame.
      mailbox.post(.pictureReady(key, image))
      return
    }
    let mailbox = mailbox
    let task = pipeline.loadImage(with: imageRequest) { result in
      switch result {
      case .success(let image): mailbox.post(.pictureReady(key, image))
      case .failure(.cancelled): break
      case .failure(let error): mailbox.post(.pictureFailed(key, reason: error.description))
      }
    }
    tasks[key] = (task, now)
  }
}

extension ImageRequest {
  init(_ request: TileRequest) {
    self.init(url: request.url, targetSize: request.key.size)
  }
}
