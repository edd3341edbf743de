import NIOHTTP1

/// How long a picture's file is, by the width that is asked for.
///
/// So one address with places for width and height stands for a server that makes each picture in every size.
struct FileLengths: Equatable, Sendable {
  /// The most widths that have a length of their own.
  private static let mostWidths = 16

  /// The length in bytes of the file of any other width; nil leaves it unpadded.
  let usual: Int?
  private let ofWidths: [Int: Int]

  /// Reads `bytes=34000` and `widths=12:12036,6:4260`, which are widths and bytes.
  init(query: Query) throws(Refusal) {
    let bytes = 1...PictureRequest.longestFile
    usual = try query.integer("bytes", in: bytes)
    var ofWidths: [Int: Int] = [:]
    let fields = (query["widths"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    for field in query["widths"] == nil ? [] : fields {
      let parts = field.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, ofWidths.count < Self.mostWidths,
        let width = Int(parts[0]), PictureRequest.sides.contains(width),
        let length = Int(parts[1]), bytes.contains(length),
        ofWidths.updateValue(length, forKey: width) == nil
      else {
        throw Refusal(
          .badRequest, "widths are at most \(Self.mostWidths) and their bytes, as 12:12036,6:4260")
      }
    }
    self.ofWidths = ofWidths
  }

  /// The length of the file of a width, in bytes; nil leaves it unpadded.
  func bytes(ofWidth width: Int) -> Int? { ofWidths[width] ?? usual }
}
