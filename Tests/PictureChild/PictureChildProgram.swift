import Glibc
import ImageDecoding

/// Decodes AVIF, HEIC and TIFF for the tests, as the programs do for themselves.
@main struct PictureChildProgram {
  static func main() {
    DecodingChild.runIfAsked()
    exit(64)
  }
}
