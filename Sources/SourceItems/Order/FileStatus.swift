/// The status of a file, for sorting.
package struct FileStatus: Hashable, Sendable {
  /// The time of the last change, in nanoseconds since 1970.
  package let changedAt: Int
  package let bytes: Int
  /// The camera's date, in nanoseconds since 1970, if known.
  package var takenAt: Int?

  package init(changedAt: Int, bytes: Int, takenAt: Int? = nil) {
    self.changedAt = changedAt
    self.bytes = bytes
    self.takenAt = takenAt
  }
}
