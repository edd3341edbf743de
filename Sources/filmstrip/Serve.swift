import ArgumentParser
import GalleryApp
import PlaceholderServer
import TerminalUI

/// The command that runs the placeholder server alone.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve placeholder pictures on 127.0.0.1 until interrupted.",
    discussion: """
      /{width}x{height}?text=…        a picture
      /manifest?count=N&per=M&page=P  N pictures listed in JSON, M a page (500)
      /stats                          what was asked for
      """)

  @Option(parsing: .unconditional, help: "The port, 0 to 65535; 0 takes any that is free.")
  var port = 0

  @OptionGroup(title: "The link") var shape: ShapeOptions

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535") }
  }

  func run() throws {
    let server = try PlaceholderServer(port: port, shape: shape.shape(over: ServerShape()))
    try StandardOutput.write("listening on \(server.baseURL)\n")
    TerminalSession.die(of: try server.serveUntilSignaled())
  }
}
