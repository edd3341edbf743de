import DiskCache
import FoundationEssentials
import Raster

/// The work that the graph of loads orders, by the part that does it.
enum LoadAction: Sendable {
  case transfer(TransferAction)
  case job(JobAction)
  case cache(CacheAction)
  /// Reports come last, outside of any lock: callers may call back.
  case report(LoadReport)
}

/// The orders to the data loader; an attempt names one fetch of a load.
enum TransferAction: Sendable {
  case fetch(DataRequest, LoadID, attempt: AttemptID)
  case cancel(attempt: AttemptID)
}

/// The orders to the worker threads.
enum JobAction: Sendable {
  /// Looks for the bytes of a URL in the disk cache.
  case lookUp(URL, LoadID, Urgency)
  /// Waits until the disk cache has written what it was given of a URL.
  case confirm(URL, LoadID)
  /// Reads what a URL gives locally.
  case read(URL, ImageLimits, LoadID, Urgency)
  /// Decodes these bytes, or, without any, what the request's URL gives locally.
  case decode(ImageRequest, LoadID, Data?, Urgency)
  /// Runs the last of the request's processors.
  case process(ImageRequest, LoadID, PixelImage, Urgency)
  /// Decodes what has come so far; the answer names the transfer.
  case preview(ImageRequest, LoadID, Data, Urgency, transfer: LoadID)
  /// Looks for something to show before a picture; the answer names the picture.
  case standIn(StandInWork, LoadID, Urgency, picture: LoadID)
  case setUrgency(LoadID, Urgency)
  case cancel(LoadID)
}

/// The orders to the caches: what to keep, and what to forget.
enum CacheAction: Sendable {
  /// Keeps a picture in memory.
  case remember(ImageRequest, PixelImage, isSpeculative: Bool)
  /// Keeps a body on disk.
  case store(URL, Data, ResponseHead)
  /// Notes that what the disk cache holds is still right.
  case refresh(URL, CachedData, ResponseHead)
  /// Removes from the disk cache what is no picture.
  case discard(URL)
}

/// The reports to callers.
enum LoadReport: Sendable {
  case update(TaskID, LoadUpdate)
  /// Ends a task: no report on it follows.
  case deliver(TaskID, Result<LoadOutput, ImageError>, LoadTrace)
  case record(LoadTrace)
}

/// A report to the caller of a load before its end.
public enum LoadUpdate: Sendable {
  /// Bytes have come; at most 20 times a second.
  case progress(ImageProgress)
  /// A coarse picture, to show until there is a better one.
  ///
  /// Only JPEGs that take long have one, as decoded: the request's processors do not run on it.
  /// Previews do not come in the order of their quality: show one only if it `replaces` the last.
  case preview(ImagePreview)
  /// An attempt has failed, and another follows.
  case retrying(after: Duration, because: ImageError)
}

/// The work for a coarse picture that is made before the whole one.
struct StandInWork: Sendable {
  enum Stage: Sendable {
    /// To look at the beginning of the file.
    case look
    /// To decode it at an eighth of its size.
    case decodeEighth
  }

  let request: ImageRequest
  var stage = Stage.look
  /// All bytes of the file; nil for one that must still be read.
  let bytes: Data?
  /// Whether a result counts whenever it comes much sooner than the picture.
  let isHurried: Bool
}

/// What a worker's job took.
struct WorkDone: Sendable {
  var duration = Duration.zero
  /// Of a local file or a thumbnail, which the job has read itself.
  var bytesRead = 0
  /// Where it has read them.
  var source = LoadTrace.Source.local
  /// Whether another machine holds the file; nil if no file was asked for.
  var isDistant: Bool?
  /// How long it waited for the file; nil where files come at once.
  var fileWait: FileWait?
}
