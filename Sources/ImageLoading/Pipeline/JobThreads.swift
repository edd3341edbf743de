/// The threads of jobs, each started by the first job that needs it.
struct JobThreads: Sendable {
  /// The most threads that read distant files at a time: over a mount of 60 ms, as many pictures of 20 KB as fill 5 MB/s.
  static let mostReading = 16

  lazy var decoders = WorkerThreads(name: "decode", .decoders, most: Self.mostReading)

  /// The thread for the disk cache: reading never waits behind decoding, nor decoding for a disk.
  ///
  /// It mostly sleeps, so work that is only ahead holds up nothing there.
  lazy var readers = WorkerThreads(name: "disk", KindCounts(screen: 1))

  /// The threads that ask for files ahead of the screen: one, and more over a network mount.
  ///
  /// A mount that does not answer holds them, and neither cached entries nor the open picture wait.
  lazy var lookers = WorkerThreads(
    name: "looks", KindCounts(screen: 1), most: Self.mostReading)

  /// The thread that reads whole files, which are those of open pictures.
  lazy var files = WorkerThreads(name: "files", KindCounts(screen: 1))

  /// The threads that wait for other processes, so that no picture waits for these.
  lazy var posters = WorkerThreads(name: "posters", KindCounts(screen: 1, speculation: 1))
}
