import Foundation
import Raster

extension SymbolSample {
  /// A photo-like picture and line art, of 80x40 cells.
  static var made: [SymbolSample] {
    let size = PixelSize(width: 640, height: 320)
    return [
      SymbolSample(name: "photo-like", image: image(size, clouds)),
      SymbolSample(name: "line art", image: image(size, lines)),
    ]
  }

  private static func image(
    _ size: PixelSize, _ color: (_ x: Double, _ y: Double) -> [Double]
  ) -> PixelImage {
    let pixels = (0..<size.area).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      return color(Double(x), Double(y)).reduce(UInt32(0xFF)) {
        $0 << 8 | UInt32(min(255, max(0, $1 * 255)))
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// Waves in many directions, each as high as it is long, as in photographs.
  private static func clouds(_ x: Double, _ y: Double) -> [Double] {
    (0..<3).map { channel in
      (0..<32).reduce(0.5) { sum, octave in
        let length = 640 * pow(0.82, Double(octave))
        let angle = Double(octave * octave) * 2.4
        let phase = Double(octave * 7 + channel)
        let wave = sin((x * cos(angle) + y * sin(angle)) * 2 * .pi / length + phase)
        return sum + wave * pow(length / 640, 0.6) * 0.12
      }
    }
  }

  /// Rings and slanted bars in few colors.
  private static func lines(_ x: Double, _ y: Double) -> [Double] {
    let ring = Int(hypot(x - 200, y - 160) / 9)
    let bar = Int((x * 0.8 + y) / 21)
    if x < 360 { return ring % 2 == 0 ? [0.95, 0.93, 0.88] : [0.1, 0.15, 0.4] }
    return [[0.9, 0.2, 0.1], [0.1, 0.1, 0.1], [0.95, 0.85, 0.3], [1, 1, 1]][bar % 4]
  }
}
