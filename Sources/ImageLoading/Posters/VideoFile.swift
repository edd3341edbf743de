import FoundationEssentials
import Glibc
import ImageDecoding
import Raster

/// A video of this machine, which is shown by a poster that another program makes.
package struct VideoFile {
  /// The endings of videos, in lower case; what is in such a file does not matter.
  package static let endings = ["mp4", "m4v", "mkv", "webm", "mov", "avi"]

  private let url: URL
  private let path: FilePath

  /// Whether a URL is that of a video of this machine.
  package static func isVideo(_ url: URL) -> Bool {
    url.isFileURL && endings.contains(url.pathExtension.lowercased())
  }

  init(_ url: URL) throws(ImageError) {
    self.url = url
    path = try FilePath(url)
  }

  /// Makes the poster, blocking the calling thread.
  ///
  /// - Parameter tool: nil where none is installed.
  /// - Returns: the bytes of a picture.
  func poster(by tool: PosterTool?, _ isCancelled: () -> Bool) throws(ImageError) -> Data {
    guard let tool else {
      throw path.error("install ffmpegthumbnailer or ffmpeg to see a picture of it")
    }
    // Opening it says what is wrong, where a program might say nothing.
    let descriptor = try path.open()
    defer { close(descriptor) }
    _ = try path.deviceAndSizeOfRegularFile(descriptor)
    let limits = ConfinedProgram.Limits()
    // From the root on, so that it can be neither an option nor an address.
    guard let absolute = path.absolute else { throw .badURL(url.shownText) }
    do throws(ConfinedProgram.Failure) {
      let bytes = try tool.poster(of: absolute, within: limits, isCancelled: isCancelled)
      if bytes.isEmpty { throw ConfinedProgram.Failure.noOutput }
      return bytes
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .noProcess: throw path.error("the system has no process left")
      case .noOutput: throw path.error("\(tool.name) finds no picture in it")
      case .ended(status: 127): throw path.error("\(tool.name) cannot be run here")
      case .ended(let status):
        throw path.error("\(tool.name) finds no picture in it, and ends with \(status)")
      case .killed(let signal):
        throw path.error(
          "signal \(signal) ends \(tool.name), likely because of the limit on memory or time")
      case .tooLong: throw path.error("\(tool.name) finds no picture within \(limits.time)")
      case .tooMuchOutput: throw path.error("\(tool.name) makes too large a picture of it")
      }
    }
  }

  /// What is known of the video by its poster.
  func info(of poster: Data) -> PictureInfo? {
    var info = poster.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: nil) }
    info?.format = "\(url.pathExtension.uppercased()) video"
    info?.bytes = path.status().map { Int($0.st_size) }
    info?.colors = nil
    return info
  }
}
