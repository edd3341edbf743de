import CCurl

/// A multi handle of libcurl, which runs parallel transfers.
///
/// It is confined to the transport's thread, except for `wake`.
///
/// `@unchecked Sendable` is safe: `curl_multi_wakeup` may be called from any thread, and the other
/// functions are called only on the transport's.
final class MultiHandle: @unchecked Sendable {
  /// The most idle connections kept after a burst.
  private static let mostConnections = 256
  private static let mostStreams = 100

  private let raw: UnsafeMutableRawPointer

  /// Returns nil if out of memory or descriptors.
  init?() {
    // Once per process, on any thread: libcurl counts calls and locks (`threadsafe` among its features).
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let raw = curl_multi_init() else {
      return nil
    }
    self.raw = raw
    curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, Self.mostConnections)
    curl_multi_set_long(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    curl_multi_set_long(raw, CURLMOPT_MAX_CONCURRENT_STREAMS, Self.mostStreams)
  }

  deinit { curl_multi_cleanup(raw) }

  func add(_ handle: EasyHandle) -> Bool { curl_multi_add_handle(raw, handle.raw) == CURLM_OK }

  func remove(_ handle: EasyHandle) { curl_multi_remove_handle(raw, handle.raw) }

  /// Performs all work that is possible now.
  func perform() {
    var running: Int32 = 0
    curl_multi_perform(raw, &running)
  }

  /// The next finished transfer, with its result.
  func nextEnded() -> (handle: UnsafeMutableRawPointer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(raw, &left) {
      if message.pointee.msg == CURLMSG_DONE {
        return (message.pointee.easy_handle, curl_message_result(message))
      }
    }
    return nil
  }

  /// Sleeps until there is work, another thread wakes it, or the time is over.
  func sleep(atMost milliseconds: Int32) {
    curl_multi_poll(raw, nil, 0, milliseconds, nil)
  }

  /// Ends the current or the next sleep.
  func wake() { curl_multi_wakeup(raw) }
}
