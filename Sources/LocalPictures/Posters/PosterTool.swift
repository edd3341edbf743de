import Foundation
import ImageDecoding

/// An installed program that extracts pictures from videos.
package struct PosterTool: Hashable, Sendable {
  /// The name: `ffmpegthumbnailer`, which is preferred, or `ffmpeg`.
  package let name: String
  /// The path of the program.
  package let path: String
  /// The path of `ffprobe`, which reports the length of a video; only used with `ffmpeg`.
  private let prober: String?

  /// The installed tool, searched for once; nil if there is none.
  package static let installed = PosterTool(in: .environment)

  package init?(in folders: SearchPath) {
    if let path = folders.program("ffmpegthumbnailer") {
      self.init(name: "ffmpegthumbnailer", path: path, prober: nil)
    } else if let path = folders.program("ffmpeg") {
      self.init(name: "ffmpeg", path: path, prober: folders.program("ffprobe"))
    } else {
      return nil
    }
  }

  private init(name: String, path: String, prober: String?) {
    self.name = name
    self.path = path
    self.prober = prober
  }

  /// Makes a JPEG of the frame at 10 % of a video's length, blocking the calling thread.
  ///
  /// - Parameter video: an absolute path, so that it can't be taken for an option or a URL.
  func poster(
    of video: [UInt8], within limits: ConfinedProgram.Limits, isCancelled: () -> Bool
  ) throws(ConfinedProgram.Failure) -> Data {
    let run = ConfinedProgram.Run(limits)
    guard name == "ffmpeg" else {
      let arguments = ["-o", "-", "-s", "0", "-c", "jpeg", "-q", "10", "-t", "10%", "-i"]
      return try run.output(of: path, arguments.map { Array($0.utf8) } + [video], isCancelled)
    }
    let address = Array("file:".utf8) + video
    // Restrict protocols, so that names in a file can't lead to a server.
    let start = ["-v", "error", "-protocol_whitelist", "file,pipe"]
    var seconds = 0.0
    if let prober {
      let question = start + ["-show_entries", "format=duration", "-of", "csv=p=0", "-i"]
      let answer = try run.output(
        of: prober, question.map { Array($0.utf8) } + [address], mayFail: true, isCancelled)
      let text = String(decoding: answer.prefix(64), as: UTF8.self)
      let length = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      if length > 1, length < 1e7 { seconds = length / 10 }
    }
    let place = start + ["-nostdin", "-noaccurate_seek", "-ss", "\(seconds)", "-i"]
    let format = [
      "-map", "0:v:0", "-frames:v", "1", "-f", "image2pipe", "-c:v", "mjpeg", "-q:v", "2",
      "-pix_fmt",
      "yuvj420p", "pipe:1",
    ]
    return try run.output(
      of: path,
      place.map { Array($0.utf8) } + [address] + format.map { Array($0.utf8) }, isCancelled)
  }
}
