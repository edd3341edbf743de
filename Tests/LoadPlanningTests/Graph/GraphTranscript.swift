import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster
import Testing

@testable import LoadPlanning

/// Drives a graph of loads, and writes down what it wants done, a line each.
struct GraphTranscript {
  private(set) var graph: LoadGraph
  private var names: [LoadID: String] = [:]
  private var attempts: [AttemptID: String] = [:]
  /// The latest of each kind, by the last part of its URL.
  private var fetches: [String: (load: LoadID, attempt: AttemptID)] = [:]
  /// The ones before these.
  private var earlierFetches: [String: (load: LoadID, attempt: AttemptID)] = [:]
  private var lookups: [String: LoadID] = [:]
  private var jobs: [String: LoadID] = [:]
  private var previews: [String: (job: LoadID, transfer: LoadID, request: ImageRequest)] = [:]
  private var standIns: [String: (job: LoadID, picture: LoadID)] = [:]
  private(set) var traces: [LoadTrace] = []
  private let tasks = TaskNames()

  init(total: Int = 4, perHost: Int = 4, _ change: (inout LoadGraph.Setup) -> Void = { _ in }) {
    var setup = LoadGraph.Setup(queueLimits: .init(total: total, perHost: perHost))
    setup.chance = { 0.5 }
    change(&setup)
    graph = LoadGraph(setup)
  }

  func task(_ request: ImageRequest, listens: Bool = false) -> GraphTask {
    tasks.noted(GraphTask(request, .picture, listens: listens))
  }

  func dataTask(_ request: ImageRequest) -> GraphTask { tasks.noted(GraphTask(request, .bytes)) }

  /// Tells the graph what happened, as one turn, and takes what it wants done.
  mutating func after(_ events: (inout LoadGraph) throws -> Void) rethrows -> [String] {
    try events(&graph)
    graph.endTurn()
    return graph.takeActions().compactMap { describe($0) }
  }

  mutating func join(_ task: GraphTask, from base: PictureBase? = nil) -> [String] {
    after { $0.join(task, from: base) }
  }

  mutating func leave(_ task: GraphTask) -> [String] { after { $0.leave(task) } }

  /// Time passes, and whatever has waited for that goes on.
  mutating func pass(_ duration: Duration) -> [String] {
    after {
      $0.time.elapsed += duration
      $0.time.wallSeconds += Int(duration.components.seconds)
      $0.wake()
    }
  }
}

// MARK: - What happens outside

extension GraphTranscript {
  /// The latest fetch of this URL says something.
  mutating func fetch(_ url: URL, _ events: DataEvent...) -> [String] {
    let (load, attempt) = fetches[url.lastPathComponent] ?? (0, 0)
    return after { graph in
      for event in events { graph.fetched(load, attempt: attempt, event) }
    }
  }

  /// The fetch of this URL before the latest says something.
  mutating func fetchEarlier(_ url: URL, _ events: DataEvent...) -> [String] {
    let (load, attempt) = earlierFetches[url.lastPathComponent] ?? (0, 0)
    return after { graph in
      for event in events { graph.fetched(load, attempt: attempt, event) }
    }
  }

  /// The fetch of this URL before the latest brings a whole body.
  mutating func fetchedEarlier(_ url: URL) -> [String] {
    let head = ResponseHead(status: 200, expectedBytes: 2)
    return fetchEarlier(url, .response(head), .data(Data([1, 2])), .finished)
  }

  /// The latest fetch of this URL brings a whole body.
  mutating func fetched(
    _ url: URL, _ bytes: Data = Data([1, 2]), _ fields: [String: String] = [:]
  ) -> [String] {
    let head = ResponseHead(
      status: 200, expectedBytes: bytes.count, fields: HeaderFields(fields))
    return fetch(url, .response(head), .data(bytes), .finished)
  }

  mutating func failed(_ url: URL, _ error: ImageError) -> [String] { fetch(url, .failed(error)) }

  /// The disk cache has this, or nothing.
  mutating func lookedUp(_ url: URL, _ cached: CachedData? = nil) -> [String] {
    let id = lookups[url.lastPathComponent] ?? 0
    return after { $0.lookedUp(id, cached) }
  }

  /// The latest decode or process for this request ends.
  mutating func worked(
    _ request: ImageRequest, _ result: Result<PixelImage, ImageError>? = nil
  ) -> [String] {
    let id = jobs[request.name] ?? 0
    let image = PixelImage(size: request.targetSize, filledWith: 1)
    let work = WorkDone(duration: .seconds(1))
    return after { $0.worked(id, result ?? .success(image), work) }
  }

  mutating func previewed(_ url: URL, _ image: PixelImage?) -> [String] {
    guard let preview = previews[url.lastPathComponent] else { return ["no preview"] }
    return after {
      $0.previewed(preview.transfer, preview.job, preview.request, image.map { ImagePreview($0) })
    }
  }
}

extension GraphTranscript {
  /// The latest job that makes a stand-in for this request ends.
  mutating func stoodIn(_ request: ImageRequest, _ preview: ImagePreview?) -> [String] {
    guard let standIn = standIns[request.name] else { return ["no stand-in"] }
    return after { $0.stoodIn(standIn.picture, standIn.job, preview) }
  }
}

// MARK: - What it wants done

extension GraphTranscript {
  private mutating func describe(_ action: LoadAction) -> String? {
    switch action {
    case .transfer(let action): describe(action)
    case .job(let action): describe(action)
    case .cache(let action): describe(action)
    case .report(let report): describe(report)
    }
  }

  private mutating func describe(_ action: TransferAction) -> String {
    switch action {
    case .fetch(let request, let id, let attempt):
      earlierFetches[request.url.name] = fetches.updateValue(
        (id, attempt), forKey: request.url.name)
      attempts[attempt] = request.url.name
      return "fetch \(request.url.name)\(request.condition.text)"
    case .cancel(let attempt): return "cancel fetch \(attempts[attempt] ?? "?")"
    }
  }

  private mutating func describe(_ action: JobAction) -> String {
    switch action {
    case .lookUp(let url, let id, _): note(id, "look up \(url.name)", in: \.lookups, url.name)
    case .read(let url, _, let id, _): note(id, "read \(url.name)", in: \.jobs, url.name)
    case .decode(let request, let id, let bytes, let urgency):
      note(
        id, "decode \(request.name) \(urgency.priority)\(bytes == nil ? " locally" : "")",
        in: \.jobs, request.name)
    case .process(let request, let id, _, _):
      note(id, "process \(request.name)", in: \.jobs, request.name)
    case .preview(let request, let job, let bytes, _, let transfer):
      describePreview(request, job, bytes, transfer)
    case .standIn(let work, let job, _, let picture):
      describeStandIn(work, job, picture)
    case .setUrgency(let id, let urgency): "\(names[id] ?? "?") at \(urgency.priority)"
    case .cancel(let id): "cancel \(names[id] ?? "?")"
    }
  }

  private func describe(_ action: CacheAction) -> String {
    switch action {
    case .remember(let request, _, let isSpeculative):
      "remember \(request.name)\(isSpeculative ? " on probation" : "")"
    case .store(let url, let bytes, _): "store \(url.name), \(bytes.count) bytes"
    case .refresh(let url, _, _): "refresh \(url.name)"
    case .discard(let url): "discard \(url.name)"
    }
  }

  private mutating func describe(_ report: LoadReport) -> String? {
    switch report {
    case .update(let task, let update): "tell \(tasks.names[task] ?? "?"): \(update.text)"
    case .deliver(let task, .success, _): "deliver \(tasks.names[task] ?? "?")"
    case .deliver(let task, .failure(let error), _): "deliver \(tasks.names[task] ?? "?"): \(error)"
    case .record(let trace): record(trace)
    }
  }

  private mutating func describePreview(
    _ request: ImageRequest, _ job: LoadID, _ bytes: Data, _ transfer: LoadID
  ) -> String {
    previews[request.url.name] = (job, transfer, request)
    names[job] = "preview \(request.name)"
    return "preview \(request.name) of \(bytes.count) bytes"
  }

  private mutating func describeStandIn(
    _ work: StandInWork, _ job: LoadID, _ picture: LoadID
  ) -> String {
    standIns[work.request.name] = (job, picture)
    names[job] = "stand-in \(work.request.name)"
    let source = work.bytes.map { "\($0.count) bytes" } ?? "the file"
    let hurry = work.isHurried ? " in a hurry" : ""
    return "look for a stand-in of \(work.request.name) in \(source)\(hurry)"
  }

  private mutating func note(
    _ id: LoadID, _ line: String, in table: WritableKeyPath<Self, [String: LoadID]>, _ key: String
  ) -> String {
    self[keyPath: table][key] = id
    names[id] = line.split(separator: " ").prefix(2).joined(separator: " ")
    return line
  }

  private mutating func record(_ trace: LoadTrace) -> String? {
    traces.append(trace)
    return nil
  }
}

extension URL {
  fileprivate var name: String { lastPathComponent }
}

extension ImageRequest {
  /// `a`, `a/9` for a side other than 4, `a+blur` for processors.
  var name: String {
    let side = targetSize.width == 4 ? "" : "/\(targetSize.width)"
    return url.lastPathComponent + side + processors.map { "+\($0.identifier)" }.joined()
  }
}

extension DataRequest.Condition {
  fileprivate var text: String {
    switch self {
    case .none: ""
    case .unlessMatching(let validators): " unless \(validators.entityTag ?? "?")"
    case .from(let offset, let validators): " from \(offset) if \(validators.entityTag ?? "?")"
    }
  }
}

extension LoadUpdate {
  fileprivate var text: String {
    switch self {
    case .progress(let progress):
      "\(progress.receivedBytes) of \(progress.expectedBytes.map(String.init) ?? "?")"
    case .preview(let preview): "preview \(preview.image.size)"
    case .retrying(_, let error): "again, because \(error)"
    }
  }
}
