import Glibc
import Synchronization

/// A file that is being written, under a name that no reader looks for.
package struct TemporaryFile: ~Copyable {
  package let name: String
  package let file: OpenFile

  private static let prefix = "tmp-"
  private static let count = Atomic(0)

  /// Makes one in the folder where it will be renamed.
  package init(in folder: borrowing Folder) throws(SystemError) {
    while true {
      let number = Self.count.add(1, ordering: .relaxed).newValue
      let name = "\(Self.prefix)\(getpid())-\(number)"
      do {
        file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
        self.name = name
        return
      } catch let error where error.number == EEXIST {
        // Of a process that was killed, or of one with the same number in another container.
      }
    }
  }

  /// Whether a file of this name is one that a process writes or has written.
  package static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }
}
