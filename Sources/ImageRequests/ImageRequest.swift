import FoundationEssentials
import ImageDecoding
import Raster

/// A request for a picture: its URL, its size and its priority.
///
/// Requests are equal if they give the same picture in the same way. Priority, expected time,
/// previews and `isTransient` don't count. So a request joins the load of a picture in progress,
/// whatever the priorities.
public struct ImageRequest: Sendable {
  /// The URL of the picture: `http`, `https`, `file` or `data`.
  public var url: URL

  /// The size at which it is shown, in pixels; pictures are never enlarged.
  ///
  /// The result takes four bytes per pixel, and twice that while it is rotated: a target of at most
  /// 16 megapixels limits it to 64 MB.
  public var targetSize: PixelSize {
    get { target.size }
    set { target.size = newValue }
  }

  /// The mode in which it is fitted to the target: `.fit` by default.
  public var contentMode: ContentMode {
    get { target.contentMode }
    set { target.contentMode = newValue }
  }

  /// The aspect ratio of the target's pixels: square by default.
  ///
  /// The picture is scaled so that its shape is right on the target.
  public var pixelAspect: PixelAspect {
    get { target.pixelAspect }
    set { target.pixelAspect = newValue }
  }

  /// The target: size, content mode and pixel aspect.
  public var target: ImageTarget

  /// The processors of the decoded picture, in order: none by default.
  ///
  /// Their identifiers are read when they are set, and not again.
  public var processors: [any ImageProcessing] {
    get { steps.map(\.processor) }
    set { steps = newValue.map(ProcessingStep.init) }
  }
  package private(set) var steps: [ProcessingStep]

  /// The priority: `.normal` by default, for visible pictures.
  ///
  /// Lower priorities are speculation, which never makes a visible picture wait.
  public var priority: ImagePriority

  /// The time until the picture is expected on screen, from the creation of the request: zero by default.
  ///
  /// A request that is expected sooner starts before others of the same priority.
  public var timeToVisible: Duration

  /// The use of the caches: `.standard` by default.
  public var cachePolicy: CachePolicy

  /// Whether the picture is used only once: false by default.
  ///
  /// Such a picture, of a zoomed view for instance, would evict many small ones. So it is not
  /// cached in memory, nor as a thumbnail on disk. Its original bytes are cached as usual, and a
  /// picture in memory is used.
  public var isTransient: Bool

  /// The coarse pictures to make for callers that ask for updates: `.standard` by default.
  public var previews: PreviewPolicy

  /// Whether a smaller version may be used in place of the picture: `.never` by default.
  ///
  /// It applies to the default decoder only. A picture in memory that was decoded whole answers
  /// both kinds of requests, a thumbnail only those that allow it.
  public var thumbnails: ThumbnailPolicy

  /// The limits of the load; if nil, those of the pipeline's configuration.
  public var limits: ImageLimits?

  /// Header fields for the server, in addition to the loader's own: none by default.
  ///
  /// They are sent unchanged, only to the origin (scheme, host and port) of `url`. A redirect to
  /// another origin drops them for good. `Accept` and `User-Agent` replace those of the loader.
  ///
  /// They are part of the request's identity. Requests with different fields share no load, no
  /// picture, no stand-in and no partial data. Their results are cached only in memory: such a
  /// request neither reads nor writes the disk cache. Names are case-insensitive.
  ///
  /// A value may be a secret: descriptions, traces, errors and mirrors contain only names. File and
  /// `data` URLs ignore header fields.
  ///
  /// - Throws: The load fails with `ImageError.badHeader`, before anything is sent, for an invalid
  ///   name or value. A name is invalid if it is no token (RFC 9110, 5.6.2), occurs twice, or is
  ///   reserved for the loader. Reserved are `Host`, `Range`, `Accept-Encoding`, and the fields for
  ///   conditions, framing and the connection. A value is invalid if it is empty, begins or ends
  ///   with a blank, or contains other characters than printable ASCII, spaces and tabs.
  public var headers: [String: String] {
    get { ownHeaders.fields }
    set { ownHeaders = RequestHeaders(newValue) }
  }
  package private(set) var ownHeaders: RequestHeaders

  /// Creates a request; all arguments have defaults, except the URL and the size.
  public init(
    url: URL, targetSize: PixelSize, contentMode: ContentMode = .fit,
    pixelAspect: PixelAspect = .square, processors: [any ImageProcessing] = [],
    priority: ImagePriority = .normal,
    timeToVisible: Duration = .zero, cachePolicy: CachePolicy = .standard,
    isTransient: Bool = false, previews: PreviewPolicy = .standard,
    thumbnails: ThumbnailPolicy = .never, limits: ImageLimits? = nil,
    headers: [String: String] = [:]
  ) {
    self.url = url
    target = ImageTarget(size: targetSize, contentMode: contentMode, pixelAspect: pixelAspect)
    steps = processors.map(ProcessingStep.init)
    self.priority = priority
    self.timeToVisible = timeToVisible
    self.cachePolicy = cachePolicy
    self.isTransient = isTransient
    self.previews = previews
    self.thumbnails = thumbnails
    self.limits = limits
    ownHeaders = RequestHeaders(headers)
  }

  /// The key that it shares with equal requests; caches use it to identify pictures.
  public var key: ImageKey {
    ImageKey(
      address: address, target: target, processors: steps.map(\.identifier),
      thumbnails: thumbnails)
  }

  /// The request for the picture before its last processor; nil without processors.
  package var beforeLastStep: ImageRequest? {
    if steps.isEmpty { return nil }
    var request = self
    request.steps.removeLast()
    return request
  }

  package var address: PictureAddress { PictureAddress(url: url, headers: ownHeaders) }
}

extension ImageRequest: Hashable {
  public static func == (first: ImageRequest, second: ImageRequest) -> Bool {
    first.key == second.key && first.cachePolicy == second.cachePolicy
      && first.limits == second.limits
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(cachePolicy)
    hasher.combine(limits)
  }
}

/// Whether a smaller version of a picture may be used in its place.
public enum ThumbnailPolicy: Hashable, Sendable {
  /// The picture itself is always decoded.
  case never
  /// A smaller version is used if it has as many pixels as the target shows.
  ///
  /// It is a stored thumbnail of a local file, or the preview in a camera's raw file. Over a slow
  /// link, the first scans of a progressive JPEG are used, at 1/8 scale or less.
  ///
  /// A thumbnail in a JPEG is only used as a preview: programs that edit a picture may leave the
  /// thumbnail of the original in it.
  case ifSufficient
}

/// The key of a picture: requests with equal keys give the same one, whatever their priority or caller.
public struct ImageKey: Hashable, Sendable {
  package let address: PictureAddress
  package let target: ImageTarget
  /// The identifiers of the processors, in the order in which they run.
  package let processors: [String]
  package let thumbnails: ThumbnailPolicy

  /// The key of the same picture decoded whole, which is as good; nil if this is that key.
  package var whole: ImageKey? {
    thumbnails == .never
      ? nil
      : ImageKey(address: address, target: target, processors: processors, thumbnails: .never)
  }
}

/// The use of the caches by a request.
public enum CachePolicy: Hashable, Sendable {
  /// Looks in memory, then on disk, then loads from the source.
  case standard
  /// Loads from the source, ignores cached data, and caches the result.
  case reload
  /// Looks in memory, then on disk, then fails with `ImageError.notCached`; no file is read.
  case cacheOnly
}

/// The coarse pictures to make while a visible picture is being loaded.
public enum PreviewPolicy: Hashable, Sendable {
  /// No coarse pictures.
  case none
  /// Coarse pictures that are worth their cost.
  ///
  /// These are the received parts of long transfers, and the thumbnails in JPEGs: of 8 megapixels, or of 1 if the
  /// picture waits for its turn.
  case standard
  /// The same, with the thumbnails in JPEGs of 1 megapixel even if the picture isn't waiting for its turn.
  ///
  /// This is for pictures that will soon leave the screen.
  case eager
}

/// The priority of a picture.
public enum ImagePriority: Int, Comparable, CaseIterable, Sendable {
  /// Speculation that may never be shown.
  case veryLow
  /// Prefetching, by default.
  case low
  /// The default.
  case normal
  /// Partly visible pictures, for instance.
  case high
  /// A picture that the person is waiting for.
  case veryHigh

  public static func < (first: ImagePriority, second: ImagePriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension ImagePriority {
  /// Whether the picture is not on screen, and may never be.
  package var isSpeculative: Bool { self < .normal }
}
