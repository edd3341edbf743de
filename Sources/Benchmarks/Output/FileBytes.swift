import FoundationEssentials

/// Reads whole files for measurements.
enum FileBytes {
  static func read(_ path: String) throws -> [UInt8] {
    do {
      return try Array(Data(contentsOf: URL(filePath: path)))
    } catch {
      throw BenchFailure(description: "\(path) can't be read")
    }
  }
}
