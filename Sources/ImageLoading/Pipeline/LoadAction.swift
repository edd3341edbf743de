import DiskCache
import FoundationEssentials
import Raster

/// What the graph of loads wants done.
enum LoadAction: Sendable {
  /// Fetches for a load; the second identity names the attempt.
  case fetch(DataRequest, LoadID, attempt: LoadID)
  case cancelFetch(attempt: LoadID)

  /// Looks for the bytes of a URL in the disk cache.
  case lookUp(URL, LoadID, Urgency)
  /// Reads what a URL gives locally.
  case read(URL, ImageLimits, LoadID, Urgency)
  /// Decodes these bytes, or, without any, what the request's URL gives locally.
  case decode(ImageRequest, LoadID, Data?, Urgency)
  /// Runs the last of the request's processors.
  case process(ImageRequest, LoadID, PixelImage, Urgency)
  /// Decodes what has come so far; `transfer` is told when it is done.
  case preview(ImageRequest, LoadID, Data, Urgency, transfer: LoadID)
  /// Looks for something to show before a picture; `picture` is told what came of it.
  case standIn(StandInWork, LoadID, Urgency, picture: LoadID)
  case setUrgency(LoadID, Urgency)
  case cancelJob(LoadID)

  /// Keeps a picture in memory.
  case remember(ImageRequest, PixelImage, isSpeculative: Bool)
  /// Keeps a body on disk.
  case store(URL, Data, ResponseHead)
  /// Notes that what the disk cache holds is still right.
  case refresh(URL, CachedData, ResponseHead)
  /// Removes from the disk cache what is no picture.
  case discard(URL)

  case update(ImageTask, ImageTask.Update)
  case deliver(ImageTask, Result<LoadOutput, ImageError>, LoadTrace)
  case record(LoadTrace)
}
