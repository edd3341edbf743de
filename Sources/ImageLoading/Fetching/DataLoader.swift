/// Fetches over `http` and `https` through URLSession.
///
/// The loader follows at most five redirects, and none from `https` to `http`. Credentials and
/// header fields for one origin are never sent to another. A transfer ends early if it brings no
/// picture, is too large or too slow, or doesn't match the request.
///
/// The loader passes bytes on as they arrive, and stores none. It has no cache and no retries, and
/// keeps cookies only during a chain of redirects. It starts every transfer immediately: to limit
/// how many a server gets at a time, put a queue in front, as the pipeline does.
///
/// If a redirect leads to another origin, only the entity tag of a condition is sent there: two
/// servers may well have files of the same date. Ranges are not sent: the other origin sends the
/// whole body, so that the parts of two files are never joined.
///
/// No response can crash the process: libcurl moves the bytes, behind `TransferProtocol`, by
/// `CurlTransport`. Header sizes are limited. A body that the server compresses unasked is
/// requested again, and then decompressed by libcurl. While a consumer is behind, its transfer
/// pauses. Environment variables select proxies and certificate authorities, as for curl(1).
///
/// All loaders share one URLSession, created with the first transfer. Releasing a loader cancels its transfers.
///
/// `receive` is called on the thread that moves the bytes of all transfers. If it blocks or
/// computes for long, it delays all of them.
public final class DataLoader: DataLoading {
  private let session = TransferSession.shared

  /// Creates a loader; its URLSession starts with the first transfer.
  public init() {}

  deinit { session.cancelAll(of: ObjectIdentifier(self)) }

  public func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    session.fetch(request, for: ObjectIdentifier(self), receive)
  }
}
