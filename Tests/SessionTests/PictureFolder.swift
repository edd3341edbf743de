import Foundation
import TestSupport

/// The folders that the journeys open.
extension TemporaryFolder {
  /// A folder with the pictures p1.ppm to p9.ppm and a text.
  static func withPictures() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 1...9 { try folder.addPicture("p\(number).ppm") }
    _ = try folder.file("notes.md", Array("text".utf8))
    return folder
  }

  /// Adds a picture of one pixel, and the folder that its name begins with.
  func addPicture(_ name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("P6 1 2 255\nabcdef".utf8).write(to: file)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}
