import Raster

extension PictureRequest {
  /// The picture itself, before it is written in a format.
  func drawn() -> Canvas {
    var canvas = Canvas(size: size)
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
