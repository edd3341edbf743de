import CCurl
import Foundation

/// An easy handle of libcurl for one transfer, which encapsulates all unsafe code.
///
/// It is not reused, because of responses that begin with a folded line. Version 7.88 appends such
/// a line to the last field of the handle's previous response, which is already freed.
///
/// It is confined to the transport's thread. Its client outlives it.
final class EasyHandle {
  /// The result of offering bytes.
  enum Answer {
    case taken
    /// The bytes are offered again after the handle resumes.
    case paused
    /// The transfer ends with `CURLE_WRITE_ERROR`.
    case refused
  }

  /// Receives the events of a handle's transfer, inside libcurl's `perform`.
  protocol Client: AnyObject {
    func receive(line: UnsafeRawBufferPointer) -> Answer
    func receive(body: UnsafeRawBufferPointer) -> Answer
  }

  let raw: UnsafeMutableRawPointer
  private unowned let client: any Client
  private let errorText: UnsafeMutablePointer<CChar>
  /// The header fields of the request; libcurl copies other texts, but not these.
  private var lines: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle; nil if out of memory.
  init?(_ request: CurlRequest, for client: some Client) {
    guard let raw = curl_easy_init() else { return nil }
    self.raw = raw
    self.client = client
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    setUp()
    ask(request)
  }

  deinit {
    curl_easy_cleanup(raw)
    curl_slist_free_all(lines)
    errorText.deallocate()
  }

  /// Resumes after a pause; more bytes may be offered before this returns.
  func resume() { curl_easy_pause(raw, CURLPAUSE_CONT) }

  /// The reason for a result.
  func reason(for code: CURLcode) -> String {
    errorText.pointee == 0
      ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
  }
}

// MARK: - Options

extension EasyHandle {
  /// Sets the options that are the same for all transfers.
  private func setUp() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_easy_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)
    curl_easy_set_pointer(raw, CURLOPT_HEADERDATA, context)
    curl_easy_set_pointer(raw, CURLOPT_WRITEDATA, context)
    curl_easy_set_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      EasyHandle.offer(bytes, size * count, context) { $0.receive(line: $1) }
    }
    curl_easy_set_callback(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      EasyHandle.offer(bytes, size * count, context) { $0.receive(body: $1) }
    }
    // Signals are handled by other threads, and all of them are blocked on this one.
    curl_easy_set_long(raw, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_text(raw, CURLOPT_PROTOCOLS_STR, "http,https")
    curl_easy_set_long(raw, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // From 64 KB on, glibc consolidates its free lists whenever the buffer is freed.
    curl_easy_set_long(raw, CURLOPT_BUFFERSIZE, 32 << 10)
    curl_easy_set_long(raw, CURLOPT_LOW_SPEED_LIMIT, 1)
    curl_easy_set_text(raw, CURLOPT_USERAGENT, Self.userAgent)
  }

  private static let userAgent: String = {
    // `curl_version` includes the version of OpenLDAP, which loads its libraries: 2.6 ms.
    let version = curl_version_info(CURLVERSION_FIRST).flatMap { $0.pointee.version }
    let library = "libcurl" + (version.map { "/" + String(cString: $0) } ?? "")
    return "\(ProcessInfo.processInfo.processName) \(library)"
  }()

  private func ask(_ request: CurlRequest) {
    curl_easy_set_text(raw, CURLOPT_URL, request.url)
    curl_easy_set_long(raw, CURLOPT_NOBODY, request.isHeadOnly ? 1 : 0)
    curl_easy_set_long(raw, CURLOPT_CONNECTTIMEOUT, request.patience)
    curl_easy_set_long(raw, CURLOPT_LOW_SPEED_TIME, request.patience)
    if request.isUnpacked {
      curl_easy_set_text(raw, CURLOPT_ACCEPT_ENCODING, "")
    } else {
      curl_easy_set_long(raw, CURLOPT_HTTP_CONTENT_DECODING, 0)
    }
    if request.isSecure {
      // Without TLS a connection has one response at a time, so waiting for it means waiting for
      // another transfer.
      curl_easy_set_long(raw, CURLOPT_PIPEWAIT, 1)
      trustEnvironment()
    }
    for line in request.lines { lines = curl_slist_append(lines, line) ?? lines }
    curl_easy_set_pointer(raw, CURLOPT_HTTPHEADER, lines)
  }

  /// Sets the certificate authorities from the environment, like curl(1) and openssl.
  ///
  /// If they can't be read, the transfer fails: no others are trusted instead. A process with more
  /// rights than its user ignores the environment.
  private func trustEnvironment() {
    for (name, option) in [("SSL_CERT_FILE", CURLOPT_CAINFO), ("SSL_CERT_DIR", CURLOPT_CAPATH)] {
      guard let value = secure_getenv(name), value.pointee != 0 else { continue }
      curl_easy_set_text(raw, option, value)
    }
  }
}

// MARK: - Callbacks

extension EasyHandle {
  private static func offer(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ receive: (any Client, UnsafeRawBufferPointer) -> Answer
  ) -> Int {
    guard let context else { return 0 }
    let handle = Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    return switch receive(handle.client, UnsafeRawBufferPointer(start: bytes, count: count)) {
    case .taken: count
    case .paused: Int(CURL_WRITEFUNC_PAUSE)
    // Any count other than the offered one ends the transfer; for an empty piece that is 1.
    case .refused: count == 0 ? 1 : 0
    }
  }
}
