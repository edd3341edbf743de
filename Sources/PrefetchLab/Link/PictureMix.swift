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

  package let name: String
  /// The share of progressive pictures.
  package let progressive: Double

  package init(name: String, progressive: Double) {
    self.name = name
    self.progressive = progressive
  }

  /// No picture shows anything before its end.
  package static let plain = PictureMix(name: "plain", progressive: 0)
  /// Saved for the web by one program.
  package static let progressive = PictureMix(name: "progressive", progressive: 0.95)

  package static let library = [plain, progressive]
}
