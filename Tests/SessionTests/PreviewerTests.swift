import Foundation
import Glibc
import Raster
import TestSupport
import Testing

/// File managers and fzf show pictures by the configurations in `Assets`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct PreviewerTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pictures", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bin/filmstrip", withDestinationPath: BuiltProgram.path)
    let pixels = [UInt8](repeating: 198, count: 3 * 200 * 200)
    _ = try folder.file("pictures/a.ppm", Array("P6 200 200 255\n".utf8) + pixels)
    environment = BuiltProgram.environment().merging([
      "PATH": "\(folder.path)/bin:/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "XDG_CONFIG_HOME": folder.path + "/.config", "XDG_DATA_HOME": folder.path + "/.local",
    ]) { $1 }
  }

  /// The file of a program in `Assets`.
  private static func asset(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Assets/previewers/\(name)").standardized.path
  }

  private func install(_ name: String, at path: String) throws {
    let target = folder.path + "/.config/" + path
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.asset(name), toPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target)
  }

  private func start(_ script: String) throws -> Terminal {
    try Terminal(
      ["-c", "cd '\(folder.path)/pictures' && \(script)"], of: "/bin/sh", environment: environment)
  }

  /// Waits until a block of the picture's color is on the screen.
  private func expectPicture(on terminal: Terminal, in colors: UInt32...) throws {
    try terminal.until("the picture is shown") {
      terminal.surface.cells.count { colors.contains($0.background.rawValue) } > 30
    }
  }

  private static func isInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  }

  @Test(.enabled(if: isInstalled("fzf")))
  func `fzf shows the picture beside its name`() throws {
    let terminal = try start(". '\(Self.asset("fzf.sh"))'; ls *.ppm | pictures")
    try expectPicture(on: terminal, in: 0xC6_C6C6)
    try terminal.type("\r")
    #expect(try terminal.end() == .status(0))
    #expect(terminal.output.contains("a.ppm"))
  }

  @Test(.enabled(if: isInstalled("lf", "file")))
  func `lf shows the picture in its preview`() throws {
    try install("lf.sh", at: "lf/preview")
    // lf takes the home of the user database for ~.
    try "set previewer \(folder.path)/.config/lf/preview\n".write(
      toFile: folder.path + "/.config/lf/lfrc", atomically: true, encoding: .utf8)
    let terminal = try start("lf a.ppm")
    try expectPicture(on: terminal, in: 0xC6_C6C6)
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  @Test(.enabled(if: isInstalled("ranger", "file")))
  func `ranger shows the picture in its preview`() throws {
    try install("ranger.sh", at: "ranger/scope.sh")
    // ranger runs no scripts for root, unless told.
    let terminal = try start(
      "ranger --cmd='set preview_files true' --cmd='set use_preview_script true' --selectfile=a.ppm"
    )
    // The same gray of 256 colors, by its number.
    try expectPicture(on: terminal, in: 0xAA00_00FB)
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }
}
