import Raster
import Seeds

/// Everything that decides how a picture looks; equal requests give equal bytes.
struct PictureRequest: Hashable, Sendable {
  /// The widths and heights that are drawn, in pixels.
  static let sides = 1...4096

  /// The longest caption, in characters.
  static let longestCaption = 200

  /// The longest file that can be asked for, in bytes.
  static let longestFile = 16 << 20

  let size: PixelSize
  let caption: String
  let format: PictureFormat

  /// How long the file is to be, in bytes; nil is as long as it comes.
  let fileBytes: Int?

  /// Asked for, it fills the picture evenly; otherwise there is a landscape behind the caption.
  let background: Color?

  /// The colour of the caption; chosen to stand out where it is not asked for.
  let foreground: Color?

  /// A tag that changes whenever the bytes would, known without drawing.
  ///
  /// The number in it belongs to the drawing: it goes up when the same request gives other pixels.
  var entityTag: String {
    let colors = [background, foreground].map { $0.map { String($0.rawValue, radix: 16) } ?? "-" }
    let length = fileBytes.map(String.init) ?? "-"
    let identity = ["1", size.description, format.rawValue] + colors + [length, caption]
    var generator = SeededGenerator(text: identity.joined(separator: " "))
    return "\"\(String(generator.next(), radix: 16))\""
  }

  /// Draws the picture and writes it in its format, padded to exactly as many bytes as were asked for.
  ///
  /// A picture that is longer than that, or too little shorter for the least of padding, is as long as
  /// it comes. Landscapes of 24x16 take some 330 bytes as PNG and 900 as JPEG, of 64x48 900 and 1,800,
  /// of 200x160 3,300 and 5,600.
  ///
  /// - Complexity: O(pixels): some 0.03 ms for 24x16, 1 ms for 320x240, 0.15 s for 4096x4096.
  func bytes() throws(EncodingFailure) -> [UInt8] {
    let canvas = drawn()
    var file =
      switch format {
      case .png: try canvas.png()
      case .jpeg: canvas.jpeg(quality: 85)
      }
    if let fileBytes { FilePadding(format).pad(&file, to: fileBytes) }
    return file
  }
}

extension PictureRequest {
  /// The picture itself, before it is written in a format.
  func drawn() -> PictureCanvas {
    var canvas = PictureCanvas(size: size)
    if let background {
      canvas.fill(columns: 0..<size.width, rows: 0..<size.height, with: background)
      canvas.draw(caption, color: foreground ?? background.contrasting, shadow: nil)
    } else {
      Landscape(of: caption).draw(on: &canvas)
      let nearlyWhite = Color(rawValue: 0xF5F5F5)
      canvas.draw(caption, color: foreground ?? nearlyWhite, shadow: Color(rawValue: 0x101014))
    }
    return canvas
  }
}

/// The file formats that pictures are written in.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg

  var mediaType: String { "image/\(rawValue)" }
}
