import ImageRequests
import Raster

/// The identifier of a task within a pipeline.
package struct TaskID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// The constant values of a task, for the graph of loads.
///
/// The task itself has a lock and stays with the coordinator. Its urgency changes, and reaches the graph in messages.
package struct TaskClaim: Sendable {
  package enum Wanted: Sendable {
    case picture, bytes
  }

  package let id: TaskID
  package let request: ImageRequest
  package let wanted: Wanted
  /// Whether its caller wants updates before the end.
  package let wantsUpdates: Bool

  package init(id: TaskID, request: ImageRequest, wanted: Wanted, wantsUpdates: Bool) {
    self.id = id
    self.request = request
    self.wanted = wanted
    self.wantsUpdates = wantsUpdates
  }

  /// Whether its caller wants previews.
  var wantsPreviews: Bool { wantsUpdates && request.previews != .none }

  /// The error that no load can avoid; nil if a load may succeed.
  package var problem: ImageError? {
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
package struct PictureBase: Sendable {
  package let image: PixelImage
  /// The number of the request's processors that have run on it.
  package let processorCount: Int

  package init(image: PixelImage, processorCount: Int) {
    self.image = image
    self.processorCount = processorCount
  }
}
