import Raster

/// A processor that changes a decoded picture before it is cached and delivered.
///
/// It runs on a decode thread. Requests with equal processors, in the same order, for the same
/// decoded picture share one run.
public protocol ImageProcessing: Sendable {
  /// An identifier that includes all parameters: processors with equal identifiers give equal results.
  var identifier: String { get }

  /// Whether the pixels of the result differ from those of the input: true by default.
  ///
  /// If false, because the processor only adds to the picture, its result may stand in for pictures
  /// without that processor.
  var changesPixels: Bool { get }

  /// Returns the changed picture; an error fails the request with `ImageError.processing`.
  ///
  /// - Parameters:
  ///   - image: the decoded picture, or the result of the previous processor.
  ///   - isCancelled: returns true if the result is no longer needed; call it about every millisecond.
  func process(_ image: PixelImage, isCancelled: () -> Bool) throws -> PixelImage
}

extension ImageProcessing {
  public var changesPixels: Bool { true }

  /// Runs the processor, and converts its error to one of the request.
  package func run(on image: PixelImage, isCancelled: () -> Bool) throws(ImageError) -> PixelImage {
    do {
      return try process(image, isCancelled: isCancelled)
    } catch {
      throw .processing(processor: identifier, reason: "\(error)")
    }
  }
}

/// A processor of a request, with its properties.
///
/// They are read only once, because keys are made under locks, where no caller's code may run.
package struct ProcessingStep: Sendable {
  package let processor: any ImageProcessing
  package let identifier: String
  package let changesPixels: Bool

  init(_ processor: any ImageProcessing) {
    self.processor = processor
    identifier = processor.identifier
    changesPixels = processor.changesPixels
  }
}
