import GalleryItems
import SourceItems
import Synchronization

/// The reading of a folder on a thread of its own, because a remote server may take seconds per name.
final class FolderReading: Sendable {
  /// The pictures found since the last call.
  struct Findings: Sendable {
    var batches: [FolderBatch] = []
    /// The end of the reading; nil while it continues.
    var end: End?
  }

  enum End: Sendable {
    /// Everything was read, except left-out and unreadable folders; not whole if a folder broke off.
    case read(leftOut: LeftOutEntries, unreadableFolders: Int, isWhole: Bool)
    case failed(SourceError)
  }

  private struct State {
    var findings = Findings()
    /// The folder being read.
    var folder: FolderReader.Folder?
    var needsStatus: Bool
    /// Whether the receiver waits for the next finding.
    var isAwaited = false
    var isCanceled = false
  }

  private let state: Mutex<State>

  init(needsStatus: Bool) {
    state = Mutex(State(needsStatus: needsStatus))
  }

  /// Reads a folder on the calling thread, to its end or until canceled.
  ///
  /// - Parameter wake: called if the receiver waits for a finding.
  func read(with reader: FolderReader, wake: () -> Void) {
    var reader = reader
    var isOver = false
    do throws(SourceError) {
      while !isOver {
        (isOver, reader.needsStatus) = state.withLock { ($0.isCanceled, $0.needsStatus) }
        let hasStatus = reader.needsStatus
        let mayHaveMore = try reader.readOn { add($0, hasStatus: hasStatus, wake) }
        isOver = isOver || !mayHaveMore
      }
      end(
        .read(
          leftOut: reader.leftOut, unreadableFolders: reader.unreadableFolders,
          isWhole: reader.isWhole))
    } catch {
      end(.failed(error))
    }
    reader.close()
    wake()
  }

  private func add(_ finding: FolderReader.Finding, hasStatus: Bool, _ wake: () -> Void) {
    let isAwaited = state.withLock { state in
      switch finding {
      case .folder(let folder):
        state.folder = folder
        state.findings.batches.append(FolderBatch(folder: folder, hasStatus: hasStatus))
      case .picture(let name, let status):
        guard let folder = state.folder else { return false }
        if state.findings.batches.last?.takes(folder, hasStatus) != true {
          state.findings.batches.append(FolderBatch(folder: folder, hasStatus: hasStatus))
        }
        state.findings.batches[state.findings.batches.count - 1].add(name, status)
      }
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if isAwaited { wake() }
  }

  private func end(_ end: End) { state.withLock { $0.findings.end = end } }

  /// Returns the findings since the last call.
  ///
  /// - Parameter isAwaited: whether to wake the caller for the next finding; the end always does.
  func takeFindings(isAwaited: Bool) -> Findings {
    state.withLock { state in
      defer { state.findings = Findings() }
      state.isAwaited = isAwaited
      return state.findings
    }
  }

  /// Sets whether to read the status of files from now on.
  func setNeedsStatus(_ needsStatus: Bool) { state.withLock { $0.needsStatus = needsStatus } }

  /// Stops the reading early, after the current name.
  func cancel() { state.withLock { $0.isCanceled = true } }
}

/// Pictures of one folder, in the order in which they were found.
struct FolderBatch: Sendable {
  let folder: FolderReader.Folder
  /// Whether the status of each file was read.
  let hasStatus: Bool
  private var names: [UInt8] = []
  private var ends: [Int] = []
  private var statuses: [FileStatus?] = []

  init(folder: FolderReader.Folder, hasStatus: Bool) {
    self.folder = folder
    self.hasStatus = hasStatus
  }

  func takes(_ folder: FolderReader.Folder, _ hasStatus: Bool) -> Bool {
    self.folder.number == folder.number && self.hasStatus == hasStatus
  }

  mutating func add(_ name: UnsafeRawBufferPointer, _ status: FileStatus?) {
    names.append(contentsOf: name)
    ends.append(names.count)
    if hasStatus { statuses.append(status) }
  }

  /// Calls a function with each name, and with its file's status if that was read.
  func forEach(_ body: (UnsafeRawBufferPointer, FileStatus?) -> Void) {
    names.withUnsafeBytes { bytes in
      var start = 0
      for (index, end) in ends.enumerated() {
        let status = hasStatus ? statuses[index] : nil
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), status)
        start = end
      }
    }
  }
}

extension FolderListing {
  /// Adds the pictures of a batch to this listing, or to that of another reading if there is one.
  ///
  /// - Returns: the number of their folder. Both listings get it, because events of a folder may
  ///   come before the reading ends.
  mutating func add(_ batch: FolderBatch, anew: inout FolderListing?) -> Int {
    let folder = number(ofFolder: batch.folder.path)
    if let number = anew?.number(ofFolder: batch.folder.path) {
      anew?.add(batch, inFolder: number)
    } else {
      add(batch, inFolder: folder)
    }
    return folder
  }

  private mutating func add(_ batch: FolderBatch, inFolder folder: Int) {
    batch.forEach { add($0, inFolder: folder, status: $1) }
  }
}
