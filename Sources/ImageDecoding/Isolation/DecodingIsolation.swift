/// The place where AVIF, HEIC and TIFF are decoded.
///
/// Their libraries can't be limited inside a process: a hostile file may crash it, or take any time and memory.
public enum DecodingIsolation: Hashable, Sendable {
  /// In this process. Choose it only for files that you trust.
  case inProcess
  /// In a child process for each picture, by a program whose `main` begins with ``DecodingChild/runIfAsked()``.
  ///
  /// The child has no access to files and networks, and its memory and time are limited by the size that the picture
  /// states. If it crashes or exceeds a limit, the picture has an error. `program` is an absolute path.
  case child(program: String)

  /// A child process that runs the calling program again.
  public static let ownProgram = DecodingIsolation.child(program: "/proc/self/exe")
}
