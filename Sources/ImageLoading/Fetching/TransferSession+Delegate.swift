import Foundation
import FoundationNetworking

extension TransferSession: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    change(dataTask) { transfer throws(ImageError) in
      guard let response = response as? HTTPURLResponse else { throw .badURL("\(transfer.url)") }
      try transfer.begin(response)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { transfer throws(ImageError) in try transfer.append(data) }
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
    let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401
    change(task) { _ throws(ImageError) in throw .status(status) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    // A redirect without a `Location` ends like this, and no response is shown before.
    if error == nil, let response = task.response as? HTTPURLResponse {
      change(task) { transfer throws(ImageError) in try transfer.begin(response) }
    }
    finish(task, error)
  }
}
