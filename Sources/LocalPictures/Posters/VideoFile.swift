import FoundationEssentials
import Glibc
import ImageDecoding
import ImageRequests
import Raster

/// A local video, shown by a poster that another program makes.
package struct VideoFile {
  /// The extensions of videos, in lower case; the content of the file is not checked.
  package static let endings = ["mp4", "m4v", "mkv", "webm", "mov", "avi"]

  private let url: URL
  private let path: FilePath

  /// Whether a URL is that of a local video, judged by its extension.
  package static func isVideo(_ url: URL) -> Bool {
    url.isFileURL && endings.contains(url.pathExtension.lowercased())
  }

  package init(_ url: URL) throws(ImageError) {
    self.url = url
    path = try FilePath(url)
  }

  /// Makes the poster, blocking the calling thread.
  ///
  /// - Parameter tool: the program; nil if none is installed.
  /// - Returns: the bytes of a picture.
  package func poster(by tool: PosterTool?, _ isCancelled: () -> Bool) throws(ImageError) -> Data {
    guard let tool else {
      throw path.error("install ffmpegthumbnailer or ffmpeg to see a picture of it")
    }
    // Opening the file gives a precise error, where a program might give none.
    let descriptor = try path.open()
    defer { close(descriptor) }
    _ = try path.deviceAndSizeOfRegularFile(descriptor)
    let limits = ConfinedProgram.Limits()
    // An absolute path can't be taken for an option or a URL.
    guard let absolute = path.absolute else { throw .badURL(url.shownText) }
    do throws(ConfinedProgram.Failure) {
      let bytes = try tool.poster(of: absolute, within: limits, isCancelled: isCancelled)
      if bytes.isEmpty { throw ConfinedProgram.Failure.noOutput }
      return bytes
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .noProcess: throw path.error("the system cannot start another process")
      case .noOutput: throw path.error("\(tool.name) found no picture in it")
      case .ended(status: 127): throw path.error("\(tool.name) cannot be run here")
      case .ended(let status):
        throw path.error("\(tool.name) found no picture in it (exit status \(status))")
      case .killed(let signal):
        throw path.error(
          "\(tool.name) was killed by signal \(signal), probably by the limit on memory or time")
      case .tooLong: throw path.error("\(tool.name) found no picture within \(limits.time)")
      case .tooMuchOutput: throw path.error("the picture from \(tool.name) is too large")
      }
    }
  }

  /// Returns the information about the video that can be derived from its poster.
  package func info(of poster: Data) -> PictureInfo? {
    var info = poster.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: nil) }
    info?.format = "\(url.pathExtension.uppercased()) video"
    info?.bytes = path.status().map { Int($0.st_size) }
    info?.colors = nil
    return info
  }
}
