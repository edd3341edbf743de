import Foundation
import TestSupport

@testable import ThumbnailStore

/// A store in a folder of its own, with a clock that the test moves.
final class StoreFixture: Sendable {
  let folder: TemporaryFolder
  let store: ThumbnailCache
  private let seconds: @Sendable () -> Int

  init(
    folder: TemporaryFolder? = nil, limitBytes: Int = 100 << 20,
    neighborBytes: @escaping @Sendable () -> Int = { 0 },
    seconds: @escaping @Sendable () -> Int = { 1_795_219_200 }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.seconds = seconds
    store = ThumbnailCache(
      folder: self.folder.url.path, limitBytes: limitBytes, neighborBytes: neighborBytes,
      clock: { Int64(seconds()) * 1_000_000_000 })
  }

  /// Another store in the same folder, as another process would have it.
  func another(limitBytes: Int = 100 << 20) throws -> StoreFixture {
    try StoreFixture(folder: folder, limitBytes: limitBytes, seconds: seconds)
  }

  /// A store in a copy of the folder.
  func copy() throws -> StoreFixture {
    let copy = try TemporaryFolder()
    if FileManager.default.fileExists(atPath: path("")) {
      try FileManager.default.copyItem(
        atPath: path(""), toPath: copy.url.path + "/" + StoreFolder.version)
    }
    return try StoreFixture(folder: copy, seconds: seconds)
  }

  /// The names of the store's files.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(""))) ?? []).sorted()
  }

  var segments: [String] { files.filter { SegmentID(fileName: $0) != nil } }

  func path(_ name: String) -> String { "\(folder.url.path)/\(StoreFolder.version)/\(name)" }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func key(_ inode: UInt64, scale: UInt32 = 0, size: Int64 = 5, modified: Int64 = 9)
    -> ThumbnailKey
  {
    ThumbnailKey(
      file: FileIdentity(device: 1, inode: inode, size: size, modified: modified), scale: scale)
  }
}
