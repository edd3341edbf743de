import Foundation

/// Calls `body` with a folder of its own, which is removed when it returns.
func inFolder(_ body: (String) async throws -> Void) async throws {
  let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try await body(folder)
}
