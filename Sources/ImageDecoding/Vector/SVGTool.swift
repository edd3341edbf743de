import FoundationEssentials
import Raster

/// The program that draws SVG: `rsvg-convert` of librsvg.
///
/// The library can't be interrupted or limited, and a small file may require any time, memory or nesting.
package struct SVGTool: Hashable, Sendable {
  /// The Debian package of the program.
  package static let package = "librsvg2-bin"
  private static let name = "rsvg-convert"

  package let path: String

  /// Searches for the program; nil if it is not installed.
  package init?(in folders: SearchPath) {
    guard let path = folders.program(Self.name) else { return nil }
    self.path = path
  }

  /// Draws a picture at exactly a size as a PNG, blocking the calling thread.
  ///
  /// The program reads standard input, which has no base URL, so that it opens no files that the picture references.
  ///
  /// - Parameter processorSeconds: the limit of processor time; twice as much wall-clock time, because the machine may
  ///   be busy.
  func draw(
    _ bytes: UnsafeRawBufferPointer, _ header: SVGHeader, at size: PixelSize,
    processorSeconds: Int = 10, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Data {
    var limits = ConfinedProgram.Limits()
    limits.processorSeconds = processorSeconds
    limits.time = .seconds(2 * processorSeconds)
    // Incompressible pixels, plus the overhead of PNG for rows and blocks.
    limits.outputBytes = 5 * size.area + 64 << 10
    do throws(ConfinedProgram.Failure) {
      let arguments = Self.arguments(header, size).map { Array($0.utf8) }
      let run = ConfinedProgram.Run(limits)
      let png = try run.output(of: path, arguments, input: bytes, isCancelled)
      if png.isEmpty { throw ConfinedProgram.Failure.noOutput }
      return png
    } catch {
      throw Self.error(for: error, limits)
    }
  }

  private static func arguments(_ header: SVGHeader, _ size: PixelSize) -> [String] {
    let sides = ["--width", "\(size.width)", "--height", "\(size.height)"]
    if header.hasShape { return sides }
    // Without these options, the program would stretch the drawing to these sides.
    return sides + [
      "--keep-aspect-ratio", "--page-width", "\(size.width)", "--page-height", "\(size.height)",
    ]
  }

  private static func error(
    for failure: ConfinedProgram.Failure, _ limits: ConfinedProgram.Limits
  ) -> ImageDecodingError {
    let reason: String
    switch failure {
    case .cancelled: return .cancelled
    case .noProcess: reason = "the system has no process left"
    case .ended(status: 127): reason = "\(name) cannot be run here"
    case .noOutput, .ended: reason = "\(name) cannot draw it"
    case .killed(let signal):
      reason = "\(name) was killed by signal \(signal), probably by the limit on memory or time"
    case .tooLong: reason = "\(name) does not draw it within \(limits.time)"
    case .tooMuchOutput: reason = "\(name) makes too large a picture of it"
    }
    return .corrupt(format: ImageFormat.svg.rawValue, reason: reason)
  }
}
