import CBuildInfo

/// The version for people who build the program or report bugs.
package enum Version {
  package static let number = "0.2.0"

  /// The program's name, the version number and the commit, such as `filmstrip 0.2.0 (34cce9306f1c)`.
  ///
  /// A build that knows no commit has none: without git, or by `swift build` alone.
  ///
  /// - Parameter program: the name of the program.
  package static func line(for program: String) -> String {
    line(for: program, commit: String(cString: build_info_commit()))
  }

  static func line(for program: String, commit: String) -> String {
    "\(program) \(number)" + (commit.isEmpty ? "" : " (\(commit))")
  }

  /// The answer to arguments that only ask for the version; nil for others.
  ///
  /// The argument parser would first search all conformances of the program for each kind of option: nine tenths of the
  /// instructions of such a run.
  package static func answer(to arguments: [String]) -> String? {
    if arguments == ["--version"] { return line(for: "filmstrip") }
    return Set(arguments) == ["--version", "--verbose"] ? all : nil
  }

  /// The version, and a line for each format: its reader, or what it takes.
  private static var all: String {
    DoctorReport.Format.all().reduce(line(for: "filmstrip")) { text, format in
      let padding = String(repeating: " ", count: max(1, 8 - format.name.count))
      return text + "\n  " + format.name + padding
        + (format.reader.value ?? "missing: \(format.advice.value ?? "")")
    }
  }
}
