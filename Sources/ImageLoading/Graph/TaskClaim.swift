import Raster

/// Names one task among all of a pipeline's.
struct TaskID: Hashable, Sendable {
  let number: UInt64
}

/// What the graph of loads knows of a task: values that never change.
///
/// The task itself has a lock and stays with the coordinator. Its urgency and its chance of return
/// do change, and come to the graph with each message.
struct TaskClaim: Sendable {
  enum Wanted: Sendable {
    case picture, bytes, stored
  }

  let id: TaskID
  let request: ImageRequest
  let wanted: Wanted
  /// Whether its caller listens before the end.
  let wantsUpdates: Bool

  /// Whether its caller wants something to show meanwhile.
  var wantsPreviews: Bool { wantsUpdates && request.previews != .none }

  /// Why no load can bring what it wants; nil if one may.
  var problem: ImageError? {
    do throws(ImageError) {
      _ = try ByteSource(of: request.url)
      try request.address.headers?.check()
      return nil
    } catch {
      return error
    }
  }

  /// The load that brings what it wants.
  func key(with limits: ImageLimits) -> LoadKey {
    switch wanted {
    case .picture: .picture(request)
    case .bytes: .bytes(BytesKey(of: request, limits: limits))
    case .stored: .stored(BytesKey(of: request, limits: limits))
    }
  }
}

/// A picture in memory that the wanted one is, or can be made from.
struct PictureBase: Sendable {
  let image: PixelImage
  /// How many of the request's processors it has been through.
  let processorCount: Int
}
