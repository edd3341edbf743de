/// The threads of jobs, started with the first job that needs them.
struct JobThreads: Sendable {
  /// The maximum number of threads that read distant files; with 60 ms of latency, 16 pictures of 20 KB make 5 MB/s.
  static let mostReading = 16

  /// The number of threads that decode.
  let decoderCounts: KindCounts

  lazy var decoders = WorkerThreads(name: "decode", decoderCounts, most: Self.mostReading)

  /// The thread that reads the disk cache, so that reading and decoding don't wait for each other.
  ///
  /// It mostly sleeps, so prefetching delays nothing there.
  lazy var readers = WorkerThreads(name: "disk", KindCounts(screen: 1))

  /// The threads that look for thumbnails and stand-ins: one, and more over a network mount.
  ///
  /// An unresponsive mount blocks them, but neither cached entries nor the open picture.
  lazy var lookers = WorkerThreads(
    name: "looks", KindCounts(screen: 1), most: Self.mostReading)

  /// The thread that reads complete files, which are those of open pictures.
  lazy var files = WorkerThreads(name: "files", KindCounts(screen: 1))

  /// The threads that wait for other processes, so that no other picture waits for these.
  lazy var posters = WorkerThreads(name: "posters", KindCounts(screen: 1, speculation: 1))
}
