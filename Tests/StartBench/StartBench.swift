import Glibc
import LinkSupport
import Raster
import VTermSupport

/// Starts a program on a terminal of 160x50 that takes everything at once.
///
/// It prints two times in ms since the start: when the first picture appeared, in blocks of two colors,
/// and when nothing more came.
///
/// Arguments: the program and its arguments.
@main enum StartBench {
  /// Everything is shown once nothing has come for this long.
  private static let pause = Duration.milliseconds(400)
  /// This many blocks of two colors are a picture, not a frame or a marker.
  private static let pictureCells = 16

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else {
      print("start-bench PROGRAM [ARGUMENT …]")
      exit(64)
    }
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "COLORTERM": "truecolor",
    ]
    let program = try LinkedProgram(
      arguments, environment: environment, size: CellSize(columns: 160, rows: 50), link: .local)
    var firstPicture: Duration?
    while program.lastReceived == .zero || program.now < program.lastReceived + pause {
      guard program.step(), firstPicture == nil else { continue }
      if showsPicture(program.screen.surface) { firstPicture = program.lastReceived }
    }
    guard let firstPicture else {
      print("no picture was shown")
      exit(1)
    }
    print(milliseconds(firstPicture), milliseconds(program.lastReceived))
  }

  private static func showsPicture(_ surface: Surface) -> Bool {
    surface.cells.count { cell in
      (0x2580...0x259F).contains(cell.glyph) && !cell.background.isTerminalDefault
        && cell.foreground != cell.background
    } >= pictureCells
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(10)).rounded() / 100
  }
}
