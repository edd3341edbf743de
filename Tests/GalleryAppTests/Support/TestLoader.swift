import FoundationEssentials
import ImageDecoding
import ImageLoading
import Raster
import Synchronization

/// A server in the test's hands: fetches wait until the test answers them.
final class TestLoader: DataLoading {
  private struct State {
    var receivers: [URL: @Sendable (DataEvent) -> Void] = [:]
    var asked: [URL] = []
  }

  private final class Fetch: DataTask {
    private let stop: @Sendable () -> Void
    init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }
    func cancel() { stop() }
  }

  private let state = Mutex(State())

  /// What was fetched so far, in order.
  var asked: [URL] { state.withLock { $0.asked } }

  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    let url = request.url
    state.withLock { state in
      state.asked.append(url)
      state.receivers[url] = receive
    }
    return Fetch { [weak self] in
      self?.state.withLock { $0.receivers.removeValue(forKey: url) }?(.failed(.cancelled))
    }
  }

  /// Sends events to a fetch that is under way.
  func answer(_ url: URL, _ events: DataEvent...) {
    let receive = state.withLock { $0.receivers[url] }
    for event in events { receive?(event) }
  }

  /// Answers with a whole body.
  func deliver(_ bytes: Data, to url: URL) {
    answer(
      url, .response(ResponseHead(status: 200, expectedBytes: bytes.count)), .data(bytes), .finished
    )
  }
}

/// Makes a picture of any bytes: a pixel that holds the first of them.
struct TestDecoder: ImageDecoding {
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    PixelImage(
      size: PixelSize(width: 1, height: 1), filledWith: 0xFF00_0000 | UInt32(bytes.first ?? 0))
  }
}
