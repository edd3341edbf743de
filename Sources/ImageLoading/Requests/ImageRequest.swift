import FoundationEssentials
import ImageDecoding
import Raster

/// The picture that a caller wants, how large, from where, and how urgently.
///
/// Two requests are equal if they give the same picture in the same way. Priority, expected time
/// and previews are no part of that, and neither is whether the picture is kept. So a request joins
/// the load of a picture that is already on its way, however urgent either is.
public struct ImageRequest: Sendable {
  /// Where the picture is: `http`, `https`, `file` or `data`.
  public var url: URL

  /// The size, in pixels, at which it is shown; it is never enlarged to it.
  ///
  /// The result takes four bytes a pixel, twice where it is turned upright: a target of at most 16
  /// megapixels bounds it to 64 MB.
  public var targetSize: PixelSize {
    get { target.size }
    set { target.size = newValue }
  }

  /// How it is fitted to the target: `.fit` by default.
  public var contentMode: ContentMode {
    get { target.contentMode }
    set { target.contentMode = newValue }
  }

  /// The shape of one of the target's pixels: square by default.
  ///
  /// The picture is scaled so that its shape is right where it is shown.
  public var pixelAspect: PixelAspect {
    get { target.pixelAspect }
    set { target.pixelAspect = newValue }
  }

  /// Where the picture is shown, in one.
  public var target: ImageTarget

  /// The processors that change the decoded picture, in this order: none by default.
  ///
  /// Their identifiers are asked for when they are set, and not again.
  public var processors: [any ImageProcessing] {
    get { steps.map(\.processor) }
    set { steps = newValue.map(ProcessingStep.init) }
  }
  private(set) var steps: [ProcessingStep]

  /// How urgent it is: `.normal` by default, which is for what is on screen.
  ///
  /// Anything below `.normal` is speculation: it never makes a picture wait that is on screen.
  public var priority: ImagePriority

  /// How long until the picture is expected on screen, from when the request is made: zero by default.
  ///
  /// Of two equal priorities the one that is expected sooner starts first.
  public var timeToVisible: Duration

  /// How it uses the caches: `.standard` by default.
  public var cachePolicy: CachePolicy

  /// Whether the picture is for this once: false by default.
  ///
  /// Such a picture, of a zoomed view for instance, would push out many small ones. So it is kept
  /// neither in memory nor as a thumbnail on disk. Its bytes are kept as ever, and a picture that
  /// is in memory is taken from there.
  public var isTransient: Bool

  /// Which coarse pictures are made for callers that asked for them: `.standard` by default.
  public var previews: PreviewPolicy

  /// Whether the beginning of a JPEG may stand for the picture where it shows as much: `.never` by
  /// default.
  ///
  /// It concerns the program's own decoder; with another decoder it changes nothing. A picture in
  /// memory that was decoded whole answers either kind of request, a thumbnail only the kind that
  /// takes it.
  public var thumbnails: ThumbnailPolicy

  /// The limits of the load; nil for those of the pipeline's configuration.
  public var limits: ImageLimits?

  /// Header fields that go to the server, besides the loader's own: none by default.
  ///
  /// They are sent as they are to the origin (scheme, host and port) of `url` and to no other: a
  /// redirect to another leaves them behind for good. An `Accept` or a `User-Agent` takes the place
  /// of the loader's.
  ///
  /// They are part of what is asked for. Requests whose fields differ share no load, no picture and
  /// no stand-in, nor does one continue what the other has begun. What they bring is kept in memory
  /// only: a request with any neither reads nor writes the disk cache. Names are the same in any
  /// case.
  ///
  /// A value may be a secret: descriptions, traces, errors and mirrors have the names at most. A
  /// file or a `data` URL asks no server, and ignores them.
  ///
  /// - Throws: The load fails with `ImageError.badHeader`, before anything is sent, for a bad name
  ///   or value. A name is bad if it is no token (RFC 9110, 5.6.2), is there twice, or is the
  ///   loader's to set. The loader sets `Host`, `Range`, `Accept-Encoding`, what makes a request
  ///   conditional, and what frames it or rules its connection. A value is bad if it is empty, or
  ///   begins or ends with a blank. It is also bad if it is not printable ASCII, with spaces and
  ///   tabs between.
  public var headers: [String: String] {
    get { ownHeaders.fields }
    set { ownHeaders = RequestHeaders(newValue) }
  }
  private(set) var ownHeaders: RequestHeaders

  /// Makes a request; only the URL and the size have no default.
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

  /// The key that it shares with equal requests; caches know pictures by it.
  public var key: ImageKey {
    ImageKey(
      address: address, target: target, processors: steps.map(\.identifier),
      thumbnails: thumbnails)
  }

  /// The request for the picture before its last processor; nil if it has none.
  var beforeLastStep: ImageRequest? {
    if steps.isEmpty { return nil }
    var request = self
    request.steps.removeLast()
    return request
  }

  var address: PictureAddress { PictureAddress(url: url, headers: ownHeaders) }
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

/// Whether the small picture that a camera has put into a JPEG may stand for the picture itself.
public enum ThumbnailPolicy: Hashable, Sendable {
  /// The picture itself is decoded.
  case never
  /// A smaller version of the picture serves where it has the pixels that the target shows: a stored thumbnail of a
  /// local file, or the preview in a camera's raw file.
  ///
  /// A thumbnail in a JPEG is only ever a preview, because programs that edit a picture may leave the thumbnail of the
  /// original in it.
  ///
  /// Over a slow link the first scans of a progressive JPEG serve, at an eighth of its size or less.
  case ifSufficient
}

/// Names a picture: requests with equal keys give the same one, at any urgency and for any caller.
public struct ImageKey: Hashable, Sendable {
  let address: PictureAddress
  let target: ImageTarget
  /// The identifiers of the processors, in the order in which they run.
  let processors: [String]
  let thumbnails: ThumbnailPolicy

  /// The same picture decoded whole, which is as good; nil where that is this one.
  var whole: ImageKey? {
    thumbnails == .never
      ? nil
      : ImageKey(address: address, target: target, processors: processors, thumbnails: .never)
  }
}

/// How a request uses the caches, and what it does after a miss.
public enum CachePolicy: Hashable, Sendable {
  /// Memory, then disk, then the source.
  case standard
  /// The source, whatever the caches hold; they keep what comes.
  case reload
  /// Memory, then disk, then `ImageError.notCached`: no transfer, and no file is read.
  case cacheOnly
}

/// Which coarse pictures are made while a picture for the screen is on its way.
public enum PreviewPolicy: Hashable, Sendable {
  /// None.
  case none
  /// The previews that are worth their cost.
  ///
  /// They are what has come of a long transfer, and what a large JPEG brings with it. For pictures
  /// that wait for their turn, they are whatever comes much sooner.
  case standard
  /// Whatever comes much sooner than the picture, although it does not wait.
  ///
  /// This is for a picture that will soon have left the screen.
  case eager
}

/// How urgently a picture is wanted, compared with the others.
public enum ImagePriority: Int, Comparable, CaseIterable, Sendable {
  /// Speculation that may never be shown.
  case veryLow
  /// Prefetching, by default.
  case low
  /// The default.
  case normal
  /// What is partly on screen, for instance.
  case high
  /// What the person waits for.
  case veryHigh

  public static func < (first: ImagePriority, second: ImagePriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension ImagePriority {
  /// Whether the picture is not on screen, and may never be.
  package var isSpeculative: Bool { self < .normal }
}
