import CacheFiles
import FileActions
import Foundation
import Glibc
import SourceItems
import Synchronization
import TestSupport
import Testing

/// Folders of pictures, a second volume that is imitated, a trash, and journals.
struct ActionFixture {
  let folder: TemporaryFolder
  let root: [UInt8]
  let folders: ActionFolders

  init(isInMemory: Bool = true) throws {
    folder = try TemporaryFolder(isInMemory: isInMemory)
    root = Array(folder.path.utf8)
    folders = ActionFolders(
      journals: root + Array("/state/actions".utf8), homeTrash: root + Array("/home/Trash".utf8))
    for name in ["a", "b", "volume", "volume/c", "state"] { try makeFolder(name) }
  }

  func path(_ name: String) -> [UInt8] { path(Array(name.utf8)) }
  func path(_ name: [UInt8]) -> [UInt8] { root + [UInt8(ascii: "/")] + name }

  func makeFolder(_ name: String) throws {
    try #require(path(name).withPath { mkdir($0, 0o755) } == 0)
  }

  /// Writes a file; the content is its name by default.
  func write(_ name: [UInt8], _ content: [UInt8]? = nil) throws {
    let file = path(name).withPath { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    try #require(file >= 0)
    defer { close(file) }
    let content = content ?? name
    try #require(Glibc.write(file, content, content.count) == content.count)
  }

  func write(_ names: String..., content: String? = nil) throws {
    for name in names { try write(Array(name.utf8), content.map { Array($0.utf8) }) }
  }

  func remove(_ name: String) throws { try #require(path(name).withPath { unlink($0) } == 0) }

  func exists(_ name: String) -> Bool { path(name).withPath { access($0, F_OK) } == 0 }

  /// The content of each file below a folder, by path; journals are left out.
  func tree(_ name: String = "") -> [[UInt8]: [UInt8]] {
    var tree: [[UInt8]: [UInt8]] = [:]
    collect(name.isEmpty ? [] : Array(name.utf8), &tree)
    return tree
  }

  private func collect(_ name: [UInt8], _ tree: inout [[UInt8]: [UInt8]]) {
    guard name != Array("state".utf8), let stream = path(name).withPath({ opendir($0) }) else {
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard let start = UnsafePointer(entry).pointer(to: \.d_name) else { continue }
      let chars = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
      let child = Array(UnsafeBufferPointer(start: chars, count: length))
      if child == Array(".".utf8) || child == Array("..".utf8) { continue }
      let full = name.isEmpty ? child : name + [UInt8(ascii: "/")] + child
      var status = stat()
      guard path(full).withPath({ lstat($0, &status) }) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        collect(full, &tree)
      } else {
        tree[full] = content(full)
      }
    }
  }

  func content(_ name: [UInt8]) -> [UInt8] {
    let file = path(name).withPath { open($0, O_RDONLY) }
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// The real system calls, with the folder `volume` on a volume of its own.
  func system(_ faults: SeededFaults? = nil) -> FileSystem {
    let volume = path("volume")
    return FileSystem(
      admit: { call throws(SystemError) in try faults?.admit(call) },
      volume: { path in
        path == volume || path.starts(with: volume + [UInt8(ascii: "/")]) ? 1 << 40 : nil
      })
  }

  func session(_ faults: SeededFaults? = nil) throws -> ActionSession {
    try ActionSession(folders, system: system(faults)) { 1_795_834_984 }
  }

  /// Plans and performs an action on files by name.
  @discardableResult func perform(
    _ action: ActionRequest.Action, _ names: String..., pairs: ActionRequest.Pairs = .both,
    in session: ActionSession
  ) throws -> ActionReport {
    let request = ActionRequest(action, names.map { path($0) }, pairs: pairs)
    return try session.perform(try session.plan(request))
  }

  @discardableResult func undo(in session: ActionSession) throws -> ActionReport {
    try session.undo(try #require(session.planUndo()))
  }
}

extension [[UInt8]: [UInt8]] {
  /// The paths, as text.
  var names: Set<String> { Set(keys.map { String(decoding: $0, as: UTF8.self) }) }
  func inFolder(_ name: String) -> Set<String> { names.filter { $0.hasPrefix("\(name)/") } }
}

/// Fails system calls on demand, and counts them.
final class SeededFaults: Sendable {
  private let calls = Mutex(0)
  private let counted: FileSystem.Call?
  private let fault: @Sendable (Int, FileSystem.Call) -> Int32?

  /// - Parameters:
  ///   - counted: the calls to count; nil for all.
  ///   - fault: the error of a call, if it fails, by the number of those before it.
  init(
    counting counted: FileSystem.Call? = nil,
    _ fault: @escaping @Sendable (Int, FileSystem.Call) -> Int32? = { _, _ in nil }
  ) {
    self.counted = counted
    self.fault = fault
  }

  /// All calls fail from one on, as if the process had been killed.
  static func kill(at moment: Int, counting counted: FileSystem.Call? = nil) -> SeededFaults {
    SeededFaults(counting: counted) { number, _ in number >= moment ? EIO : nil }
  }

  var count: Int { calls.withLock { $0 } }

  func admit(_ call: FileSystem.Call) throws(SystemError) {
    let number = calls.withLock { calls in
      defer { calls += counted == nil || counted == call ? 1 : 0 }
      return calls
    }
    if let error = fault(number, call) { throw SystemError(number: error) }
  }
}
