import CCurl
import Foundation
import FoundationNetworking

extension URLError {
  /// Converts libcurl's result to an error of URLSession.
  init(_ code: CURLcode, reason: String) {
    self.init(Self.code(for: code), reason: reason)
  }

  init(_ code: URLError.Code, reason: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: reason])
  }

  /// - Complexity: O(n) for n distinguished results; only failures are looked up.
  private static func code(for code: CURLcode) -> URLError.Code {
    codes.first { $0.value.contains(code) }?.key ?? .unknown
  }

  static let codes: [URLError.Code: [CURLcode]] = [
    .badURL: [CURLE_URL_MALFORMAT],
    .cannotFindHost: [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY],
    .cannotConnectToHost: [CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED],
    .timedOut: [CURLE_OPERATION_TIMEDOUT],
    // An empty response is a head that was truncated at its first byte.
    .networkConnectionLost: [
      CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
    ],
    // A server that does not speak HTTP is an "unsupported protocol" for libcurl, which assumes
    // HTTP/0.9.
    .badServerResponse: [
      CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_PARTIAL_FILE,
      CURLE_HTTP_RETURNED_ERROR, CURLE_CHUNK_FAILED, CURLE_RANGE_ERROR,
      // For a header line over 100 KB, libcurl reports that it is out of memory.
      CURLE_OUT_OF_MEMORY,
    ],
    // Only decompression fails to write: our own refusals have other reasons.
    .cannotDecodeContentData: [CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR],
    .dataLengthExceedsMaximum: [CURLE_FILESIZE_EXCEEDED],
    .secureConnectionFailed: [
      CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED,
    ],
    .serverCertificateUntrusted: [
      CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
    ],
    .clientCertificateRejected: [CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT],
  ]
}
