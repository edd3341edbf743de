import Glibc

/// The reason, in a sentence, why something could not be written.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - name: the output's name as the person wrote it: `--report session.json`.
  ///   - reason: the problem with it.
  package init(_ name: String, _ reason: String) {
    description = "\(name): \(reason)"
  }

  /// - Parameter code: the `errno` of the refused operation.
  package init(_ name: String, code: Int32) {
    self.init(name, String(cString: strerror(code)))
  }
}
