import FoundationEssentials

/// Names one load or transfer among all that there ever were, so that a late answer is recognised.
typealias LoadID = UInt64

/// What the graph of loads wants done.
enum LoadAction: Sendable {
  case fetch(URL, LoadID)
  case cancelFetch(LoadID)
  /// Decodes these bytes, or, without any, what the request's URL gives locally.
  case decode(ImageRequest, LoadID, Data?, ImagePriority)
  case prioritizeDecode(LoadID, ImagePriority)
  case cancelDecode(LoadID)
  case deliver(ImageTask, Result<PixelImage, ImageError>)
}
