import Raster

/// The identifier of a task within a pipeline.
struct TaskID: Hashable, Sendable {
  let number: UInt64
}

/// The constant values of a task, for the graph of loads.
///
/// The task itself has a lock and stays with the coordinator. Its urgency changes, and reaches the graph in messages.
struct TaskClaim: Sendable {
  enum Wanted: Sendable {
    case picture, bytes
  }

  let id: TaskID
  let request: ImageRequest
  let wanted: Wanted
  /// Whether its caller wants updates before the end.
  let wantsUpdates: Bool

  /// Whether its caller wants previews.
  var wantsPreviews: Bool { wantsUpdates && request.previews != .none }

  /// The error that no load can avoid; nil if a load may succeed.
  var problem: ImageError? {
    do throws(ImageError) {
      _ = try ByteSource(of: request.url)
      try request.address.headers?.check()
      return nil
    } catch {
      return error
    }
  }

  /// The key of the load that serves this task.
  func key(with limits: ImageLimits) -> LoadKey {
    switch wanted {
    case .picture: .picture(request)
    case .bytes: .bytes(BytesKey(of: request, limits: limits))
    }
  }
}

/// A picture in memory that is the wanted one, or that it can be made from.
struct PictureBase: Sendable {
  let image: PixelImage
  /// The number of the request's processors that have run on it.
  let processorCount: Int
}
