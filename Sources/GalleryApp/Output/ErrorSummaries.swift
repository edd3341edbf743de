import Foundation
import Glibc
import ImageDecoding
import ImageLoading

// The short messages of failures in tiles. The detail view has the sentences, with the words of
// libraries and servers.

extension ImageError {
  /// A few words, without text from outside.
  package var summary: String {
    switch self {
    case .badURL: "its address is not a URL"
    case .unsupportedScheme: "an address of an unknown kind"
    case .badHeader: "a header field cannot be sent"
    case .connection(let code, _): Self.connectionSummaries[code] ?? "no connection"
    case .tooSlow: "the server sends too slowly"
    case .refusedRedirect: "redirected to a refused address"
    case .tooManyRedirects: "redirected too often"
    case .contentEncoding: "the answer is compressed"
    case .contentType: "the answer is not an image"
    case .tooLarge: "its file is too large"
    case .truncated: "cut off before its end"
    case .resumption: "the download could not be resumed"
    case .decoding(let error): error.summary
    case .archive: "it cannot be unpacked"
    case .processing: "it could not be prepared"
    case .file(_, nil, let reason) where reason.count <= Self.longestReason: reason
    case .file(_, let code, _): code.flatMap { Self.fileSummaries[$0] } ?? "its file cannot be read"
    case .timedOut, .status, .empty, .notCached, .cancelled, .invalidated:
      description
    }
  }

  /// The longest reason from the program itself that is shown, such as what to install for a video.
  private static let longestReason = 60

  private static let connectionSummaries = [
    NSURLErrorCannotFindHost: "no server has this name",
    NSURLErrorCannotConnectToHost: "the server cannot be reached",
    NSURLErrorNetworkConnectionLost: "the connection broke off",
    NSURLErrorBadServerResponse: "the server's answer is not HTTP",
    NSURLErrorCannotDecodeContentData: "the answer cannot be unpacked",
    NSURLErrorDataLengthExceedsMaximum: "its file is too large",
    NSURLErrorSecureConnectionFailed: "no secure connection",
    NSURLErrorServerCertificateUntrusted: "the server's certificate is not valid",
    NSURLErrorClientCertificateRejected: "the server wants a certificate",
  ]

  private static let fileSummaries = [
    ENOENT: "file not found",
    ENOTDIR: "file not found",
    EACCES: "no permission to read its file",
    EPERM: "no permission to read its file",
    ELOOP: "too many symbolic links",
    EIO: "the disk cannot read its file",
  ]
}

extension ImageDecodingError {
  /// The longest description that also serves as a summary.
  private static let longestSummary = 48

  fileprivate var summary: String {
    if case .corrupt(let format, _) = self, description.count > Self.longestSummary {
      return "broken \(format)"
    }
    return description
  }
}
