import Raster
import SimulationModels

/// All parameters of a picture; equal requests give equal bytes.
struct PictureRequest: Hashable, Sendable {
  /// The supported widths and heights, in pixels.
  static let sides = 1...4096

  /// The longest caption, in characters.
  static let longestCaption = 200

  /// The length of the longest file, in bytes.
  static let longestFile = 16 << 20

  let size: PixelSize
  let caption: String
  let format: PictureFormat

  /// The length of the file in bytes; nil for no padding.
  let fileBytes: Int?

  /// The scene to draw without a caption; nil for none.
  let scene: Scene?

  /// The background color; nil for a landscape.
  let background: Color?

  /// The color of the caption; nil for a contrasting one.
  let foreground: Color?

  /// A tag that changes whenever the bytes do, computed without drawing.
  ///
  /// Its number is the version of the drawing, which is incremented when the same request gives
  /// other pixels.
  var entityTag: String {
    let colors = [background, foreground].map { $0.map { String($0.rawValue, radix: 16) } ?? "-" }
    let length = fileBytes.map(String.init) ?? "-"
    let content = scene.map { ["scene", String($0.number)] } ?? [caption]
    let identity = ["1", size.description, format.rawValue] + colors + [length] + content
    var generator = SeededGenerator(text: identity.joined(separator: " "))
    return "\"\(String(generator.next(), radix: 16))\""
  }

  /// Draws the picture and encodes it in its format, padded to exactly `fileBytes`.
  ///
  /// A picture that is longer, or too little shorter for padding, is not padded. Landscapes of 24x16 take some 330
  /// bytes as PNG and 900 as JPEG, of 64x48 900 and 1,800, of 200x160 3,300 and 5,600.
  ///
  /// - Complexity: O(pixels): some 0.03 ms for 24x16, 1 ms for 320x240, 0.15 s for 4096x4096.
  func bytes() throws(EncodingFailure) -> [UInt8] {
    let canvas = drawn()
    var file =
      switch format {
      case .png: try canvas.png()
      case .jpeg: canvas.jpeg(quality: 85)
      case .progressive: canvas.jpeg(quality: 85, isProgressive: true)
      }
    if let fileBytes { FilePadding(format).pad(&file, to: fileBytes) }
    return file
  }
}

extension PictureRequest {
  /// The drawn picture.
  func drawn() -> PictureCanvas {
    var canvas = PictureCanvas(size: size)
    if let scene {
      ScenePainter(scene, in: size).draw(on: &canvas)
    } else if let background {
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

/// The file formats of pictures.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg
  /// A progressive JPEG, whose first scan shows all of it coarsely.
  case progressive

  var mediaType: String { self == .png ? "image/png" : "image/jpeg" }
}
