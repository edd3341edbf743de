/// The status of a file that may be sorted.
package struct FileStatus: Hashable, Sendable {
  /// Nanoseconds since 1970.
  package let changedAt: Int
  package let bytes: Int
  /// The camera's date, in nanoseconds since 1970, if that is known.
  package var takenAt: Int?

  package init(changedAt: Int, bytes: Int, takenAt: Int? = nil) {
    self.changedAt = changedAt
    self.bytes = bytes
    self.takenAt = takenAt
  }
}
