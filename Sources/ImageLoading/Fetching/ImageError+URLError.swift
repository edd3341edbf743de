import Foundation
import FoundationNetworking

extension ImageError {
  /// Why URLSession ended a transfer.
  init(_ error: any Error, limits: ImageLimits) {
    let error = error as NSError
    self =
      error.code == NSURLErrorTimedOut
      ? .timedOut(after: limits.timeout)
      : .connection(code: error.code, reason: error.localizedDescription)
  }
}
