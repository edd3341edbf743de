import CacheFiles
import Glibc

/// Copies one file with its attributes.
struct FileCopying {
  let system: FileSystem
  /// Is called with the bytes copied; returns whether to go on.
  let goesOn: (Int64) -> Bool

  /// Copies the file of a step under the name of a part, and waits until it is on the disk.
  ///
  /// After a failure there is no part.
  ///
  /// - Returns: the copy.
  func copy(
    _ step: ActionStep, _ folder: OpenFolder, to part: [UInt8], in newFolder: OpenFolder
  ) throws(ActionProblem) -> FileIdentity {
    let original = try opened(step.from.name, in: folder)
    let status = try reporting { () throws(SystemError) in try system.status(of: original) }
    guard status.kind == .file, status.identity.matches(step.identity) else { throw .changed }
    let copy = try reporting { () throws(SystemError) in
      try system.create(part, in: newFolder, O_RDWR)
    }
    do throws(ActionProblem) {
      try fill(copy, from: original, status)
      return try reporting { () throws(SystemError) in
        try system.copyAttributes(of: original, status, to: copy)
        try system.synchronize(copy)
        return try system.status(of: copy).identity
      }
    } catch {
      try? system.remove(part, in: newFolder)
      throw error
    }
  }

  private func opened(
    _ name: [UInt8], in folder: OpenFolder
  ) throws(ActionProblem) -> OpenFile {
    do { return try system.open(name, in: folder) } catch {
      // A link that has come in the file's place is not followed.
      throw error.number == ELOOP ? .changed : ActionProblem(error)
    }
  }

  private func fill(
    _ copy: borrowing OpenFile, from original: borrowing OpenFile, _ status: EntryStatus
  ) throws(ActionProblem) {
    let isCloned = try reporting { () throws(SystemError) in
      try system.clone(original, to: copy)
    }
    var offset = 0
    while !isCloned {
      guard goesOn(Int64(offset)) else { throw .stopped }
      let count = try reporting { () throws(SystemError) in
        try system.copyPortion(of: original, to: copy, at: offset)
      }
      if count == 0 { break }
      offset += count
    }
    // A program that writes the file meanwhile changes its time, or its size.
    let end = try reporting { () throws(SystemError) in try system.status(of: original) }
    guard end.changed == status.changed, isCloned || offset == status.identity.bytes,
      end.identity.matches(status.identity)
    else { throw .changed }
  }
}
