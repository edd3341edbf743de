/// Where a picture came from, and what each stage of its load took; nil where it did not go through
/// that stage.
package struct LoadTimings: Hashable, Sendable {
  /// `memory`, `disk`, `network` or `local`.
  package var source: String
  package var queueWait: Duration?
  package var firstByte: Duration?
  package var transfer: Duration?
  package var decode: Duration?
  package var process: Duration?
  /// From being asked for to being there.
  package var total: Duration

  package init(source: String, total: Duration) {
    self.source = source
    self.total = total
  }
}
