import FoundationEssentials

/// What picture is wanted, how large, and how urgently.
///
/// Two requests are equal if they give the same picture: the same URL, target and content mode. The
/// priority is no part of that, so that a request for a picture that is already on its way joins
/// it, however urgent either is.
public struct ImageRequest: Sendable {
  /// Where the picture is: `http`, `https`, `file` or `data`.
  public var url: URL

  /// The size, in pixels, at which it is shown; it is never enlarged to it.
  public var targetSize: PixelSize

  /// How it is fitted to the target: `.fit` by default.
  public var contentMode: ContentMode

  /// How urgent it is: `.normal` by default, which is for what is on screen.
  ///
  /// Anything below `.normal` is speculation: it never makes a picture wait that is on screen.
  public var priority: ImagePriority

  public init(
    url: URL, targetSize: PixelSize, contentMode: ContentMode = .fit,
    priority: ImagePriority = .normal
  ) {
    self.url = url
    self.targetSize = targetSize
    self.contentMode = contentMode
    self.priority = priority
  }
}

extension ImageRequest: Hashable {
  public static func == (first: ImageRequest, second: ImageRequest) -> Bool {
    first.targetSize == second.targetSize && first.contentMode == second.contentMode
      && first.url == second.url
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(targetSize)
    hasher.combine(contentMode)
  }
}
