import FoundationEssentials
import ThumbnailStore

/// A thumbnail whose reader knows the bytes by its number.
package struct NumberedThumbnail {
  /// How many there are.
  package static let count = 200

  let number: Int

  package init(number: Int) { self.number = number }

  package var key: ThumbnailKey {
    ThumbnailKey(
      file: FileIdentity(device: 1, inode: UInt64(number), size: 100, modified: 7), scale: 3)
  }

  /// Between a few bytes and 20 KB.
  package var bytes: Data {
    Data("\(number) ".utf8)
      + Data(repeating: UInt8(1 + number % 255), count: number &* 7_919 % 20_000)
  }
}
