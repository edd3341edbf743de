import DiskCache
import FoundationEssentials
import ImageRequests
import Raster

/// An action ordered by the graph of loads, grouped by the part that performs it.
package enum LoadAction: Sendable {
  case transfer(TransferAction)
  case job(JobAction)
  case cache(CacheAction)
  /// Reports are delivered last and outside of any lock, because callers may call back.
  case report(LoadReport)
}

/// An action of the data loader; an attempt identifies one fetch of a load.
package enum TransferAction: Sendable {
  case fetch(DataRequest, LoadID, attempt: AttemptID)
  case cancel(attempt: AttemptID)
}

/// An action of the worker threads.
package enum JobAction: Sendable {
  /// Looks up a URL in the disk cache.
  case lookUp(URL, LoadID, Urgency)
  /// Reads a local URL.
  case read(URL, ImageLimits, LoadID, Urgency)
  /// Decodes these bytes or, if nil, those of the request's local URL.
  case decode(ImageRequest, LoadID, Data?, Urgency)
  /// Runs the last of the request's processors.
  case process(ImageRequest, LoadID, PixelImage, Urgency)
  /// Decodes the bytes received so far; the result names the transfer.
  case preview(ImageRequest, LoadID, Data, Urgency, transfer: LoadID)
  /// Makes a stand-in for a picture; the result names the picture.
  case standIn(StandInWork, LoadID, Urgency, picture: LoadID)
  case setUrgency(LoadID, Urgency)
  case cancel(LoadID)
}

/// An action of the caches.
package enum CacheAction: Sendable {
  /// Caches a picture in memory.
  case remember(ImageRequest, PixelImage, isSpeculative: Bool)
  case store(URL, Data, ResponseHead)
  /// Updates the metadata of a cached response that the server has validated.
  case refresh(URL, CachedData, ResponseHead)
  /// Removes a body that is no picture from the disk cache.
  case discard(URL)
}

/// A report to callers.
package enum LoadReport: Sendable {
  case update(TaskID, LoadUpdate)
  /// Ends a task; no report on it follows.
  case deliver(TaskID, Result<LoadOutput, ImageError>, LoadTrace)
  case record(LoadTrace)
}

/// An update on a load, before its end.
public enum LoadUpdate: Sendable {
  /// More bytes have arrived; sent at most 20 times a second.
  case progress(ImageProgress)
  /// A coarse picture, to show until a better one arrives.
  ///
  /// Only JPEGs that take long have previews. They are shown as decoded: the request's processors
  /// don't run on them. A later preview isn't always better, so show one only if it `replaces` the
  /// last.
  case preview(ImagePreview)
  /// An attempt has failed, and another follows.
  case retrying(after: Duration, because: ImageError)
}

/// A job that looks for the thumbnail in a file.
package struct StandInWork: Sendable {
  package let request: ImageRequest
  /// The bytes of the file received so far; nil if it must still be read.
  package let bytes: Data?
  /// Whether the picture waits for its turn or will soon leave the screen.
  package let isHurried: Bool
}

/// The measurements of a finished job.
package struct WorkDone: Sendable {
  package var duration: Duration
  /// The number of bytes of a local file or a thumbnail that the job has read itself.
  package var bytesRead = 0
  /// The source of these bytes.
  package var source = LoadTrace.Source.local
  /// Whether the file is on another machine; nil if no file was read.
  package var isDistant: Bool?
  /// The time spent waiting for the file; nil if its file system answers immediately.
  package var fileWait: FileWait?

  package init(duration: Duration = .zero) { self.duration = duration }
}
