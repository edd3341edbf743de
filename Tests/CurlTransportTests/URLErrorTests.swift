import CCurl
import Foundation
import FoundationNetworking
import Testing

@testable import CurlTransport

struct URLErrorTests {
  @Test(arguments: [
    (CURLE_COULDNT_RESOLVE_HOST, URLError.Code.cannotFindHost),
    (CURLE_COULDNT_CONNECT, .cannotConnectToHost),
    (CURLE_OPERATION_TIMEDOUT, .timedOut),
    (CURLE_GOT_NOTHING, .networkConnectionLost),
    (CURLE_RECV_ERROR, .networkConnectionLost),
    (CURLE_HTTP2_STREAM, .networkConnectionLost),
    (CURLE_PARTIAL_FILE, .badServerResponse),
    (CURLE_UNSUPPORTED_PROTOCOL, .badServerResponse),
    (CURLE_PEER_FAILED_VERIFICATION, .serverCertificateUntrusted),
    (CURLE_SSL_CONNECT_ERROR, .secureConnectionFailed),
    (CURLE_BAD_CONTENT_ENCODING, .cannotDecodeContentData),
    (CURLE_TFTP_ILLEGAL, .unknown),
  ])
  func `libcurl's results are errors that users of URLSession know`(
    code: CURLcode, expected: URLError.Code
  ) {
    let error = URLError(code, reason: "because")
    #expect(error.code == expected)
    #expect(error.localizedDescription == "because")
  }
}
