import Foundation
import ImageDecoding

extension DecodingIsolation {
  /// The program beside the tests that decodes a picture for them.
  package static let besideTests = DecodingIsolation.child(
    program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("PictureChild").path)
}
