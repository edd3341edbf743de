import ArgumentParser
import CurlTransport
import Foundation
import FoundationNetworking
import ImageLoading

/// Fetches a URL, drops its body and says, once, what went wrong.
typealias Fetch = @Sendable (URL, @escaping @Sendable ((any Error)?) -> Void) -> Void

/// Whose transfers are measured.
enum Fetcher: String, ExpressibleByArgument {
  /// URLSession with FoundationNetworking's own protocol.
  case native
  /// URLSession with `CurlURLProtocol` before it.
  case `protocol`
  /// `DataLoader`, as the pipeline has it.
  case loader

  /// - Parameter width: how many transfers are made at a time.
  func makeFetch(width: Int) -> Fetch {
    switch self {
    case .native: Self.session(width: width, protocols: [])
    case .protocol: Self.session(width: width, protocols: [CurlURLProtocol.self])
    case .loader: Self.loader()
    }
  }

  private static func session(width: Int, protocols: [AnyClass]) -> Fetch {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpMaximumConnectionsPerHost = width
    if !protocols.isEmpty { configuration.protocolClasses = protocols }
    let session = URLSession(configuration: configuration)
    return { url, end in
      session.dataTask(with: url) { data, response, error in
        let isWhole = (response as? HTTPURLResponse)?.statusCode == 200 && data?.isEmpty == false
        end(isWhole ? nil : error ?? URLError(.badServerResponse))
      }.resume()
    }
  }

  private static func loader() -> Fetch {
    let loader = DataLoader()
    let limits = ImageLimits(timeout: .seconds(60), minimumBytesPerSecond: 0)
    return { url, end in
      _ = loader.loadData(for: DataRequest(url: url, limits: limits)) { event in
        switch event {
        case .response, .data: break
        case .finished: end(nil)
        case .failed(let error): end(error)
        }
      }
    }
  }
}
