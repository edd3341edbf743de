import FramePacing
import GalleryCore
import ImageLoading
import Prefetching
import Raster
import Synchronization
import TerminalUI

/// Reports the progress and the end of one load to the gallery, from the pipeline's threads.
///
/// Only progress that deserves a frame is reported.
final class LoadReporter: Sendable {
  private let key: TileKey
  private let start: Duration
  private let mailbox: Mailbox
  private let clock: any ProgramClock
  private let pace: Mutex<Pace>

  private struct Pace {
    var pacer: ProgressPacer
    var retries = 0
  }

  init(key: TileKey, startedAt start: Duration, mailbox: Mailbox, clock: any ProgramClock) {
    self.key = key
    self.start = start
    self.mailbox = mailbox
    self.clock = clock
    pace = Mutex(Pace(pacer: ProgressPacer(loadStartedAt: start)))
  }

  func report(_ update: ImageTask.Update) {
    switch update {
    case .progress(let progress):
      let retries = pace.withLock {
        $0.pacer.showsProgress(at: clock.now) ? $0.retries : nil
      }
      guard let retries else { return }
      mailbox.post(.pictureProgress(key, TileProgress(progress, retries: retries)))
    case .preview(let preview):
      mailbox.post(.picturePreview(key, preview))
    case .retrying(let delay, let error):
      let retry = pace.withLock {
        $0.retries += 1
        return $0.pacer.showsWait(of: delay, at: clock.now) ? $0.retries : nil
      }
      guard let retry else { return }
      let progress = TileProgress(retryingAfter: delay, because: error.summary, retry: retry)
      mailbox.post(.pictureProgress(key, progress))
    }
  }

  func report(_ result: Result<PixelImage, ImageError>, _ trace: LoadTrace) {
    switch result {
    case .success(var image):
      // The mean is computed here, because otherwise the main thread would compute it between
      // frames.
      image.mean = image.averagePixel()
      mailbox.post(.pictureReady(key, image, LoadCost(trace, time: clock.now - start)))
    case .failure(.cancelled): reportReceived(trace)
    case .failure(let error):
      mailbox.post(
        .pictureFailed(
          key, reason: FailureReason(summary: error.summary, sentence: error.description),
          isTransient: error.isTransient))
    }
  }

  /// Reports the bytes received before the load was canceled; bytes from a cache do not count.
  private func reportReceived(_ trace: LoadTrace) {
    guard trace.bytes > 0, trace.source == .network || trace.source == nil else { return }
    mailbox.post(.loadStopped(key, receivedBytes: trace.bytes))
  }
}

extension TileProgress {
  init(_ progress: ImageProgress, retries: Int = 0) {
    self.init(
      fraction: progress.expectedBytes == nil ? nil : progress.fraction,
      receivedBytes: progress.receivedBytes, fetchedBytes: progress.fetchedBytes,
      retries: retries)
  }
}

extension LoadCost {
  /// Creates the cost of a load requested this long ago.
  init(_ trace: LoadTrace, time: Duration) {
    let isFromMount = trace.source == .local && trace.firstByte != nil
    guard trace.source == .network || isFromMount else {
      self = .nothing
      return
    }
    let times = LoadTimes(
      total: time, transfer: trace.transfer ?? .zero, isMultiplexed: trace.isMultiplexed)
    self.init(bytes: trace.bytes, times: times, host: isFromMount ? "file" : trace.host)
  }
}
