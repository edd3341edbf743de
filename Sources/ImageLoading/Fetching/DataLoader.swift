/// Fetches over `http` and `https`, by URLSession.
///
/// Redirects are followed by itself, at most five, never to another scheme, and without the
/// credentials and header fields of one origin for another. What is not a picture, too large, too slow
/// or no answer to what was asked ends early; the bytes of a body are passed on as they come and kept nowhere. There
/// is no cache, no cookie and no retry. Whoever starts more transfers than a server should see at a
/// time has a queue in front, as the pipeline has: here nothing waits.
///
/// Where a redirect leads to another origin, of a condition only an entity tag goes with it. Two
/// servers may well have files of the same date, and a rest that came from elsewhere is never put
/// behind a beginning: asked for it, the other origin sends all.
///
/// No answer ends the process: libcurl moves the bytes, behind a `URLProtocol` of `CurlTransport`. Headers
/// are bounded, bodies are not unpacked, and a consumer who is behind has no more of a body received. Proxies
/// and authorities are those that the environment names, as for curl(1).
///
/// All loaders share one URLSession, which starts with the first transfer. A loader that goes away
/// cancels its own transfers.
public final class DataLoader: DataLoading {
  private let session = TransferSession.shared

  /// Makes a loader; its URLSession starts with the first transfer.
  public init() {}

  deinit { session.cancelAll(of: ObjectIdentifier(self)) }

  public func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    session.start(request, for: ObjectIdentifier(self), receive)
  }
}
