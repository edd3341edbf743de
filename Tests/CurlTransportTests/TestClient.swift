import CurlTransport
import Foundation
import FoundationNetworking

/// The outcome of a request.
struct Outcome: Equatable, Sendable {
  var status: Int?
  var body = Data()
  var error: URLError.Code?
}

/// A URLSession as a program would have it that has never heard of this one's.
struct TestClient: Sendable {
  let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [CurlURLProtocol.self]
    session = URLSession(configuration: configuration)
  }

  func outcome(of url: URL) async -> Outcome { await outcome(of: URLRequest(url: url)) }

  func outcome(of request: URLRequest) async -> Outcome {
    await withCheckedContinuation { continuation in
      session.dataTask(with: request) { data, response, error in
        continuation.resume(
          returning: Outcome(
            status: (response as? HTTPURLResponse)?.statusCode, body: data ?? Data(),
            error: error.map { ($0 as? URLError)?.code ?? .unknown }))
      }.resume()
    }
  }
}
