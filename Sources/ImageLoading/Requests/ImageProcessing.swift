import Raster

/// Changes a picture after it is decoded, before it is cached and delivered.
///
/// It runs on a decode thread. Requests that name equal processors, in the same order, for the same
/// decoded picture share one run.
public protocol ImageProcessing: Sendable {
  /// Names what it does, with all parameters: processors of one identifier give equal results.
  var identifier: String { get }

  /// Whether its result has other pixels than its input: true by default.
  ///
  /// If not, because it only adds to the picture, the result may stand in for pictures that the
  /// processor did not make.
  var changesPixels: Bool { get }

  /// Makes the changed picture; an error that it throws fails the request with
  /// `ImageError.processing`.
  ///
  /// - Parameters:
  ///   - image: the decoded picture, or the result of the processor before.
  ///   - isCancelled: worth asking every millisecond or so; once true, the result is
  ///     dropped.
  func process(_ image: PixelImage, isCancelled: () -> Bool) throws -> PixelImage
}

extension ImageProcessing {
  public var changesPixels: Bool { true }

  /// Runs it, and turns its error into one of the request.
  func run(on image: PixelImage, isCancelled: () -> Bool) throws(ImageError) -> PixelImage {
    do {
      return try process(image, isCancelled: isCancelled)
    } catch {
      throw .processing(processor: identifier, reason: "\(error)")
    }
  }
}

/// A processor of a request, and what it has said of itself.
///
/// A caller's code is not asked again, because keys are made under locks.
struct ProcessingStep: Sendable {
  let processor: any ImageProcessing
  let identifier: String
  let changesPixels: Bool

  init(_ processor: any ImageProcessing) {
    self.processor = processor
    identifier = processor.identifier
    changesPixels = processor.changesPixels
  }
}
