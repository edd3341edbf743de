import Foundation
import GalleryApp

/// A build of the program that plays a script without a terminal and prints its report.
struct ScriptedProgram {
  let path: String
  let arguments: [String]

  /// - Parameter arguments: the source and the options of each run.
  init(path: String, script: String, arguments: [String]) {
    self.path = path
    self.arguments = arguments + ["--script", script, "--report", "-"]
  }

  /// Runs it once, to its end.
  func run() throws(ComparisonError) -> ReportFigures {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = output
    do { try process.run() } catch {
      throw ComparisonError(description: "\(path): can't be started")
    }
    let bytes = try? output.fileHandleForReading.read(upToCount: ReportFiles.mostBytes + 1)
    guard let bytes, bytes.count <= ReportFiles.mostBytes else {
      process.terminate()
      throw ComparisonError(description: "\(path): printed no report")
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let cause = process.terminationReason == .exit ? "status" : "signal"
      throw ComparisonError(description: "\(path): ended by \(cause) \(process.terminationStatus)")
    }
    return try ReportFiles.report(bytes, of: path)
  }
}
