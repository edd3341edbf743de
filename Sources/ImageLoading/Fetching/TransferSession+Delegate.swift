import Foundation
import FoundationNetworking

extension TransferSession: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    change(dataTask) { transfer throws(ImageError) in
      guard let head = ResponseHead(response) else { throw .badURL(transfer.url.shownText) }
      try transfer.begin(head, at: .now)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { transfer throws(ImageError) in try transfer.append(data, at: .now) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // Not to `request`: it resolves relative paths from the root, and keeps credentials.
    redirect(task, to: response.value(forHTTPHeaderField: "Location") ?? "")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Left to itself, the task would wait for credentials without end.
    let head = ResponseHead(challenge.failureResponse) ?? ResponseHead(status: 401)
    change(task) { transfer throws(ImageError) in
      try transfer.begin(head, at: .now)
      throw .status(head.status)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task, error)
  }
}
