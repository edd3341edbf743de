extension [UInt8] {
  /// The path of a folder; `.` for an empty path.
  package var folderPath: [UInt8] { isEmpty ? [UInt8(ascii: ".")] : self }

  /// Calls a function with the bytes as a C string.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { path in
      for (index, byte) in enumerated() { path[index] = CChar(bitPattern: byte) }
      path[count] = 0
      return path.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { body(UnsafePointer($0)) } ?? body("")
      }
    }
  }
}
