import GalleryItems

/// The command line of a program, as the person wrote it; no shell reads it.
package struct ProgramLine: Hashable, Sendable {
  package let text: String
  /// Whether the program takes over the terminal.
  package let takesTerminal: Bool
  /// Whether the output is shown even if the program succeeds.
  package let showsOutput: Bool

  package init(_ text: String, takesTerminal: Bool = false, showsOutput: Bool = false) {
    self.text = text
    self.takesTerminal = takesTerminal
    self.showsOutput = showsOutput
  }

  /// The line of the desktop's program for a picture; freedesktop.org names it.
  package static let opener = ProgramLine("xdg-open {url}")

  /// The line as typed after `!`: another `!` gives the program the terminal.
  init(typed text: String) {
    let takesTerminal = text.hasPrefix("!")
    self.init(
      takesTerminal ? String(text.dropFirst()) : text, takesTerminal: takesTerminal,
      showsOutput: true)
  }
}

/// A program, and the pictures to run it on.
package struct ProgramRun: Hashable, Sendable {
  package let line: ProgramLine
  package let selected: ItemID
  /// The ids of the marked items, or else of the selected one.
  package let marked: RangeSet<Int>

  package init(_ line: ProgramLine, on selected: ItemID, marked: RangeSet<Int>) {
    self.line = line
    self.selected = selected
    self.marked = marked
  }
}

/// The end of a program.
package struct ProgramEnd: Hashable, Sendable {
  /// The name of the program.
  package let name: String
  /// The failure in words; nil after a success.
  package let failure: String?
  /// The last lines that the program has written.
  package let output: [String]
  /// Whether the output is shown even after a success.
  package let showsOutput: Bool

  package init(_ name: String, failure: String?, output: [String], showsOutput: Bool) {
    self.name = name
    self.failure = failure
    self.output = output
    self.showsOutput = showsOutput
  }

  /// The end without the output.
  var summary: String { failure.map { "\(name): \($0)" } ?? "\(name) has ended" }

  /// The end as a message of one line, with the last line of a failure's output.
  var sentence: String {
    [summary, failure == nil ? nil : output.last].compactMap(\.self).joined(separator: ": ")
  }

  /// The output as the lines of a page; nil if there is nothing to read.
  var page: [KeyBindings.Group]? {
    if output.isEmpty || (failure == nil && !showsOutput) { return nil }
    return [
      KeyBindings.Group(
        title: failure ?? "Output", lines: output.map { KeyBindings.Line("", $0) })
    ]
  }
}
