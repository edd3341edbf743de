import Glibc
import Synchronization

/// A file being written, under a name that readers ignore.
package struct TemporaryFile: ~Copyable {
  package let name: String
  package let file: OpenFile

  private static let prefix = "tmp-"
  private static let count = Atomic(0)

  /// Creates one in the folder where it will be renamed.
  package init(in folder: borrowing Folder) throws(SystemError) {
    while true {
      let number = Self.count.add(1, ordering: .relaxed).newValue
      let name = "\(Self.prefix)\(getpid())-\(number)"
      do {
        file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
        self.name = name
        return
      } catch let error where error.number == EEXIST {
        // The file belongs to a killed process, or to one with the same number in another
        // container.
      }
    }
  }

  /// Whether a name is that of a temporary file.
  package static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }
}
