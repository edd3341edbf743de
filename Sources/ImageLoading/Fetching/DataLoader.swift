/// Fetches over `http` and `https` through URLSession.
///
/// It follows redirects itself: at most five, never to another scheme, and never with the
/// credentials and header fields of one origin for another. A transfer ends early if it brings no
/// picture, is too large or too slow, or does not answer the request. The loader passes the bytes
/// of a body on as they come and keeps them nowhere. It has no cache, no cookies and no retries. It
/// starts every transfer at once: to limit how many a server sees at a time, put a queue in front,
/// as the pipeline does.
///
/// Where a redirect leads to another origin, only the entity tag of a condition goes with it. Two
/// servers may well have files of the same date. The loader never puts the rest of one origin's
/// body behind the beginning of another's: asked for the rest, the other origin sends all.
///
/// No answer ends the process: libcurl moves the bytes, behind a `URLProtocol` of `CurlTransport`.
/// Headers are bounded, and bodies are not unpacked. While a consumer is behind, no more of its
/// body is received. The environment names proxies and authorities, as for curl(1).
///
/// All loaders share one URLSession, which starts with the first transfer. A loader that goes away
/// cancels its own transfers.
///
/// A loader calls `receive` on the thread that moves the bytes of all transfers. A `receive` that
/// waits, or computes for long, holds all of them up.
public final class DataLoader: DataLoading {
  private let session = TransferSession.shared

  /// Makes a loader; its URLSession starts with the first transfer.
  public init() {}

  deinit { session.cancelAll(of: ObjectIdentifier(self)) }

  public func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    session.fetch(request, for: ObjectIdentifier(self), receive)
  }
}
