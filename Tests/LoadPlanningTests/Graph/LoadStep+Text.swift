import DiskCache
import FoundationEssentials
import ImageRequests

@testable import LoadPlanning

extension LoadStep {
  /// The step in a line.
  var text: String {
    switch self {
    case .work(let job, let source): job.text + source.text
    case .fetch(let request): "fetch \(request.url.lastPathComponent)"
    case .wait(let key, nil): "wait for \(key.text)"
    case .wait(let key, let copy?): "wait for \(key.text), with a copy of \(copy.bytes.count) bytes"
    case .settle(let output, let source): "settle \(output.byteCount) bytes\(source.text)"
    case .finish(.success): "finish"
    case .finish(.failure(let error)): "fail: \(error)"
    case .order(let order, let next): "\(order.text), then \(next.text)"
    }
  }
}

extension LoadTrace.Source? {
  fileprivate var text: String { map { " from \($0)" } ?? "" }
}

extension LoadKey {
  fileprivate var text: String {
    switch self {
    case .picture(let request): "picture \(request.name)"
    case .bytes(let key):
      "bytes\(key.cachePolicy == .standard ? "" : ", \(key.cachePolicy)")"
    case .transfer(let request):
      switch request.condition {
      case .none: "a transfer"
      case .unlessMatching(let validators): "a transfer unless \(validators.entityTag ?? "?")"
      case .from(let offset, _): "a transfer from \(offset)"
      }
    }
  }
}

extension JobAction {
  fileprivate var text: String {
    switch self {
    case .lookUp: "look up"
    case .read: "read"
    case .decode(let request, _, let bytes, _):
      "decode \(request.name)\(bytes.map { " of \($0.count) bytes" } ?? "")"
    case .process(let request, _, _, _): "process \(request.name)"
    case .preview, .standIn, .setUrgency, .cancel: "\(self)"
    }
  }
}

extension CacheAction {
  fileprivate var text: String {
    switch self {
    case .remember(let request, _, let isSpeculative):
      "remember \(request.name)\(isSpeculative ? " on probation" : "")"
    case .store: "store"
    case .refresh: "refresh"
    case .discard: "discard"
    }
  }
}
