/// The files of one picture: of one folder, and of names with the same stem.
struct PictureFiles {
  struct File {
    let name: [UInt8]
    let identity: FileIdentity
    let isSidecar: Bool
  }

  let folder: [UInt8]
  let stem: [UInt8]
  var files: [File] = []

  /// The names in another folder.
  func names(limit: Int) -> NumberedName {
    NumberedName(files.map(\.name), stemLength: stem.count, limit: limit)
  }
}

/// Chooses new names in one folder that neither a file nor another step has.
struct NameChoice {
  /// The most numbers to try.
  private static let mostAttempts = 100_000

  private var chosen: Set<[UInt8]> = []
  /// The next number to try for names that were taken.
  private var attempts: [[UInt8]: Int] = [:]

  /// Returns the first free names.
  ///
  /// - Parameter isTaken: whether there is a file of a name.
  mutating func choose<Failure: Error>(
    _ names: NumberedName, isTaken: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> [[UInt8]]? {
    let first = names.names(at: 0).first ?? []
    for attempt in (attempts[first] ?? 0)..<Self.mostAttempts {
      let candidates = names.names(at: attempt)
      guard !candidates.contains(where: chosen.contains) else { continue }
      var isFree = true
      for name in candidates where isFree { isFree = try !isTaken(name) }
      guard isFree else { continue }
      chosen.formUnion(candidates)
      attempts[first] = attempt + 1
      return candidates
    }
    return nil
  }
}
