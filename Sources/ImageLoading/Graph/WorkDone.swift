/// What a worker's job took.
struct WorkDone: Sendable {
  var duration = Duration.zero
  /// Of a local file, which the job has read itself.
  var bytesRead = 0
}
