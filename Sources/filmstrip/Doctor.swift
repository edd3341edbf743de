import ArgumentParser
import DiskCache
import GalleryApp
import Glibc
import TerminalUI

/// The command that says what the terminal and this machine can show, and what would improve it.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say how this terminal shows pictures, and why not better.",
    discussion: """
      The command asks the terminal what the gallery asks, measures a few round trips, and looks at locale, formats and caches. \
      Without a terminal it shows the rest. Nothing is changed.
      """)

  @Flag(help: "Print the report as JSON.")
  var json = false

  @OptionGroup var location: CacheLocation
  @OptionGroup var limit: CacheLimit

  func run() throws {
    let examination = Result { () throws(TerminalError) in try TerminalExamination.perform() }
    let report = DoctorReport(
      examination, formats: DoctorReport.Format.all(),
      caches: try? location.caches(limitBytes: limit.bytes)
    ) { name in getenv(name).map { String(cString: $0) } }
    try StandardOutput.write(json ? report.json() : DoctorPage(report).text)
  }
}
