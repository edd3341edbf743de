import Glibc

/// A file that a log grows in, with the format of the log.
package struct LogOutput: Sendable {
  let name: String
  private let file: Descriptor
  private var format: any LogFormat
  /// The text that is not written yet.
  private var text = JSONText()
  private(set) var isEnded = false
  /// Whether writing has failed; nothing is written after it.
  private var hasFailed = false

  /// - Parameter file: an open file, which is closed at the end of the log.
  init(_ file: Descriptor, _ format: any LogFormat) {
    name = file.name
    self.file = file
    self.format = format
  }

  /// Opens a log of frames, as `--frames` does.
  package init(framesTo path: String) throws(OutputError) {
    let file = try OutputFile.growingFile(at: path, option: "--frames", isHeadless: true)
    self.init(file, FrameLines())
  }

  package mutating func appendHeader(_ header: LogHeader) { format.appendHeader(header, in: &text) }
  package mutating func append(_ moment: SessionMoment) { format.append(moment, to: &text) }

  /// Ends the log; its last text is still to be written.
  package mutating func end() {
    format.end(in: &text)
    isEnded = true
  }

  /// Writes the text, waiting for the reader, and closes the file at the end of the log.
  package mutating func write() throws(OutputError) {
    defer {
      text.removeAll()
      if isEnded { close(file.number) }
    }
    if hasFailed { return }
    do throws(OutputError) { try file.write(text.bytes) } catch {
      hasFailed = true
      throw error
    }
  }
}

extension SessionConfiguration.Outputs {
  /// Opens the logs that grow while the session runs.
  ///
  /// - Parameter isHeadless: whether they may be the terminal.
  func openLogs(isHeadless: Bool) throws(OutputError) -> [LogOutput] {
    let logs: [(option: String, path: String?, format: any LogFormat)] = [
      ("--frames", frames, FrameLines()), ("--trace", trace, TraceEvents()),
    ]
    var opened: [LogOutput] = []
    for log in logs {
      guard let path = log.path else { continue }
      let file = try OutputFile.growingFile(at: path, option: log.option, isHeadless: isHeadless)
      opened.append(LogOutput(file, log.format))
    }
    return opened
  }
}
