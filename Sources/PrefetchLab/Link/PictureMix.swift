/// What the pictures of a server are: in some of them a beginning shows a tile all that the whole would.
package struct PictureMix: Hashable, Sendable {
  /// The bytes of a header, behind which the scans begin.
  static let headerBytes = 1_000
  /// The first scan of a progressive picture is this part of it.
  ///
  /// Fourteen photographs were saved by libjpeg, 400 to 2,400 pixels wide, at qualities from 75 to 92. The median was
  /// 8 to 15 %, with 4 and 20 % at the ends.
  static let firstScan = 1.0 / 9
  /// No first scan is a greater part.
  static let longestFirstScan = 1.0 / 5
  /// Half the width and height take this part of the bytes, as pixels to the power of 0.75.
  ///
  /// Fifteen photographs of `lomiri-wallpapers` were cut to 4:3 and saved by libjpeg in 640x480, 320x240, 160x120 and
  /// 80x60, at qualities 75 and 85. The median of such a half was 31 to 37 %, and a quarter of 320x240 had 12 to 13 %.
  static let half = 0.354
  /// No smaller picture has fewer bytes: at 80x60 the least had 965, of which tables and header take 600.
  static let leastBytes = 1_000

  package let name: String
  /// The share of progressive pictures.
  package let progressive: Double
  /// Whether the server makes each picture in the size that is asked for.
  package let hasWidths: Bool

  package init(name: String, progressive: Double, hasWidths: Bool = false) {
    self.name = name
    self.progressive = progressive
    self.hasWidths = hasWidths
  }

  /// No picture shows anything before its end.
  package static let plain = PictureMix(name: "plain", progressive: 0)
  /// Saved for the web by one program.
  package static let progressive = PictureMix(name: "progressive", progressive: 0.95)
  /// As `plain`, and smaller where a smaller one is asked for.
  package static let widths = PictureMix(name: "widths", progressive: 0, hasWidths: true)

  package static let library = [plain, progressive, widths]
}
