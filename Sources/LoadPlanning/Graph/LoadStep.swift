import DiskCache
import ImageRequests

/// The next step of a load, decided by `LoadRules` and performed by `LoadGraph`.
enum LoadStep: Sendable {
  /// Gives a job to a worker thread.
  ///
  /// `source` is the origin of its input, unless another load has brought it.
  case work(JobAction, from: LoadTrace.Source? = nil)
  /// Fetches from a server when the transfer's turn comes.
  case fetch(DataRequest)
  /// Waits for the output of another load, instead of that of an earlier one.
  ///
  /// `fallback` is a stale copy of the same bytes.
  case wait(for: LoadKey, fallback: CachedData? = nil)
  /// Hands bytes out, and keeps them while pictures are decoded from them.
  ///
  /// `source` is their origin, unless a transfer has brought them.
  case settle(LoadOutput, from: LoadTrace.Source? = nil)
  /// Ends the load.
  case finish(Result<LoadOutput, ImageError>)
  /// Sends an action to a cache, and takes another step.
  indirect case order(CacheAction, then: LoadStep)
}
