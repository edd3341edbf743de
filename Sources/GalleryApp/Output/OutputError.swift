import Glibc

/// Why something could not be written, in a sentence.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - name: of what is written, as the person called it: `--report session.json`.
  ///   - reason: what is wrong with it.
  package init(_ name: String, _ reason: String) {
    description = "\(name): \(reason)"
  }

  /// - Parameter code: the `errno` of what was refused.
  package init(_ name: String, code: Int32) {
    self.init(name, String(cString: strerror(code)))
  }
}
