import CurlTransport
import Foundation
import FoundationNetworking

extension TransferSession: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    guard let response = response as? TransferResponse else { return }
    if response.head.isRedirect, let location = response.head["Location"] {
      redirect(dataTask, to: location)
    } else {
      change(dataTask) { transfer throws(ImageError) in try transfer.begin(response, at: .now) }
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { transfer throws(ImageError) in try transfer.append(data, at: .now) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task, error)
  }
}
