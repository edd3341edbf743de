import DiskCache

/// The next step of a load.
///
/// `LoadRules` decide on the steps, and the graph of loads takes them.
enum LoadStep: Sendable {
  /// Gives a job to a worker thread.
  ///
  /// `source` is where its input was found, if no other load has brought it.
  case work(JobAction, from: LoadTrace.Source? = nil)
  /// Asks a server, once it has its turn.
  case fetch(DataRequest)
  /// Waits for the output of another load, and no longer for an earlier one.
  ///
  /// `fallback` is an old copy of the same bytes.
  case wait(for: LoadKey, fallback: CachedData? = nil)
  /// Hands bytes out, and holds them while pictures are made of them.
  ///
  /// `source` is where they were found, if no transfer has brought them.
  case settle(LoadOutput, from: LoadTrace.Source? = nil)
  /// Ends the load.
  case finish(Result<LoadOutput, ImageError>)
  /// Gives an order to a cache, and takes another step.
  indirect case order(CacheAction, then: LoadStep)
}
