import FoundationEssentials
import Raster

/// Reads the frames of a GIF or a WebP one after another, each fitted to a target like a still
/// picture.
///
///     var reader = try AnimationReader(bytes, target: ImageTarget(size: size))
///     while let frame = try reader.next() { show(frame.image, for: frame.duration) }
///
/// The file is untrusted. A truncated or damaged file gives the frames up to that point. The last
/// frame of a GIF may be incomplete, but is returned if it has any content. A still picture is one
/// frame.
///
/// Memory is the file, a frame of the result, and some bytes per pixel of the animation, however
/// many frames there are. A GIF takes four bytes, or eight if it restores frames; a WebP takes
/// eight.
public struct AnimationReader: ~Copyable {
  /// The most frames shown; a WebP with more is rejected.
  package static let maxFrames = 10_000

  /// The size of every frame's picture.
  public let size: PixelSize
  /// The number of frames, unless the file is truncated.
  public let frameCount: Int
  /// How often the animation plays according to the file; nil for infinitely.
  public let playCount: Int?

  private let bytes: FileBytes
  private let format: ImageFormat
  private let limits: DecodeLimits
  private var rows: CodecRowReader
  /// The turn of a stored frame to the displayed one.
  private let turn: Orientation
  /// A scaler prepared for a frame, copied for each frame.
  private let scaler: AreaScaler
  private var nextIndex = 0

  /// Whether the file has more than one frame.
  ///
  /// - Complexity: O(bytes before the second frame / 255), some microseconds.
  public static func isAnimated(_ bytes: UnsafeRawBufferPointer) -> Bool {
    AnimationOutline(bytes, limit: 2).frameCount > 1
  }

  /// Reads the header, and checks the limits before allocating memory.
  ///
  /// - Parameters:
  ///   - bytes: a whole file, which is copied.
  ///   - target: the target for the frames.
  ///   - limits: the limits on the animation's size.
  /// - Complexity: O(`bytes.count`).
  public init(
    _ bytes: Data, target: ImageTarget, limits: DecodeLimits = .animation
  ) throws(ImageDecodingError) {
    let file = FileBytes(bytes)
    guard let format = ImageFormat(signatureOf: file.pointer) else { throw .unknownFormat }
    let outline = AnimationOutline(file.pointer, limit: Self.maxFrames + 1)
    if format == .webp, outline.frameCount > Self.maxFrames {
      throw .corrupt(format: format.rawValue, reason: "it has more than \(Self.maxFrames) frames")
    }
    var rows = try CodecRowReader(framesOf: file.pointer, format: format, limits: limits)
    let framing = Framing(rows.size, in: target.stored(in: rows.orientation))
    let decoded = try rows.startRows(atLeast: framing.scaled)
    scaler = AreaScaler(
      source: decoded, crop: framing.crop(of: decoded), target: framing.result)
    turn = target.turn(from: rows.orientation)
    size = framing.result.oriented(by: turn)
    frameCount = min(outline.frameCount, Self.maxFrames)
    playCount = outline.playCount
    self.bytes = file
    self.format = format
    self.limits = limits
    self.rows = rows
  }

  /// Decodes the next frame; nil after the last.
  ///
  /// - Parameter isCancelled: called at least every 32 rows, but not while a frame of a WebP is
  ///   decoded. Once it returns true, `.cancelled` is thrown, and the current frame is skipped.
  /// - Complexity: O(pixels of the animation).
  public mutating func next(
    isCancelled: () -> Bool = { false }
  ) throws(ImageDecodingError) -> AnimationFrame? {
    if isCancelled() { throw .cancelled }
    guard nextIndex < frameCount, let milliseconds = try rows.nextFrame(isCancelled: isCancelled)
    else { return nil }
    let index = nextIndex
    nextIndex += 1
    var scaler = scaler
    try scaler.takeRows(of: &rows, isCancelled: isCancelled)
    if !scaler.isComplete { return nil }
    return AnimationFrame(
      rows.conversion.finished(scaler.image).oriented(by: turn), milliseconds: milliseconds,
      index: index)
  }

  /// Returns to the position before the first frame.
  ///
  /// - Complexity: O(frames) for a WebP.
  public mutating func rewind() throws(ImageDecodingError) {
    rows = try CodecRowReader(framesOf: bytes.pointer, format: format, limits: limits)
    _ = try rows.startRows(atLeast: scaler.target)
    nextIndex = 0
  }
}

/// A frame of an animation.
public struct AnimationFrame: Hashable, Sendable {
  /// The complete visible picture; every frame of an animation has the same size.
  public package(set) var image: PixelImage
  /// The display time of the frame.
  ///
  /// A frame with 10 ms or less is shown for 100, as in browsers.
  public let duration: Duration
  /// The frame's index, from 0.
  public let index: Int

  init(_ image: PixelImage, milliseconds: Int, index: Int) {
    self.image = image
    duration = .milliseconds(milliseconds <= 10 ? 100 : milliseconds)
    self.index = index
  }
}

/// A file's bytes at a fixed address, for a C library that stores pointers into them.
struct FileBytes: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Copies the bytes.
  init(_ data: Data) {
    bytes = .allocate(byteCount: data.count, alignment: 1)
    bytes.copyBytes(from: data)
  }

  deinit { bytes.deallocate() }

  /// A pointer to the bytes, valid during the lifetime of this value.
  var pointer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }
}
