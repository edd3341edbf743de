import CacheFiles
import FoundationEssentials
import Raster

/// The stored data of a picture: a smaller copy, and the information from the original file.
///
/// So a list that is shown again is complete without opening the pictures.
struct ThumbnailEntry {
  /// The bytes of the copy, encoded by `ThumbnailBytes`.
  let copy: Data
  let info: PictureInfo
  /// The size of the picture as displayed.
  let size: PixelSize

  private static let version: UInt32 = 1
  private static let mostHeadBytes = 16 << 10

  /// Creates an entry; nil if the size of the picture is unknown.
  init?(copy: Data, info: PictureInfo) {
    guard let size = info.size else { return nil }
    self.copy = copy
    self.info = info
    self.size = size
  }

  /// Decodes `encoded`; nil for any other bytes.
  init?(_ bytes: Data) {
    var start = ByteReader(Array(bytes.prefix(8))[...])
    guard start.next(UInt32.self) == Self.version,
      let count = start.next(UInt32.self).map({ Int($0) }),
      (8...min(bytes.count, Self.mostHeadBytes)).contains(max(count, 8)), count >= 8
    else { return nil }
    var head = ByteReader(Array(bytes.dropFirst(8).prefix(count - 8))[...])
    guard let width = head.next(UInt32.self), let height = head.next(UInt32.self),
      (1...65_535).contains(width), (1...65_535).contains(height),
      let fileBytes = head.next(Int64.self), let frames = head.next(UInt32.self),
      let format = head.string(), let colors = head.string(), let takenAt = head.string(),
      let camera = head.string(), let exposure = head.string()
    else { return nil }
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    size = PixelSize(width: Int(width), height: Int(height))
    var info = PictureInfo(size: size)
    info.bytes = fileBytes < 0 ? nil : Int(fileBytes)
    info.frameCount = Int(frames)
    info.format = known(format)
    info.colors = known(colors)
    info.takenAt = known(takenAt)
    info.camera = known(camera)
    info.exposure = known(exposure)
    self.info = info
    copy = bytes.dropFirst(count)
  }

  /// Returns the bytes to store: the information, then the copy.
  func encoded() -> Data {
    var head = ByteWriter()
    head.append(Self.version)
    head.append(UInt32(0))
    head.append(UInt32(clamping: size.width))
    head.append(UInt32(clamping: size.height))
    head.append(Int64(info.bytes ?? -1))
    head.append(UInt32(clamping: info.frameCount))
    for text in [info.format, info.colors, info.takenAt, info.camera, info.exposure] {
      head.append(text ?? "")
    }
    head.replace(at: 4, with: UInt32(head.bytes.count))
    return Data(head.bytes) + copy
  }
}
