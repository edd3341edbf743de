import ArgumentParser
import GalleryApp

/// The options for pictures in the scrollback.
struct PrintOptions: ParsableArguments {
  @Flag(
    help: """
      Write the pictures into the scrollback, without the full screen: one at the terminal's width, several in rows \
      with their names.
      """)
  var print = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures in a row of --print (default: as many of 24 cells as fit).", valueName: "n"))
  var columns: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lines of a picture of --print at most (default: the screen's for one picture, in a sheet about 9).",
      valueName: "n"))
  var rows: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Cells that --print may use in a line (default: the terminal's, or 80).", valueName: "cells"))
  var width: Int?

  /// The choices; nil without `--print`.
  var choices: PrintChoices? {
    print ? PrintChoices(columns: columns, rows: rows, width: width) : nil
  }

  func validate() throws {
    let values = [("--columns", columns, 500), ("--rows", rows, 1_000), ("--width", width, 2_000)]
    for (name, value, most) in values {
      guard let value else { continue }
      if !print { throw ValidationError("\(name) goes with --print") }
      if !(1...most).contains(value) { throw ValidationError("\(name) takes 1 to \(most)") }
    }
  }
}

extension Browse {
  /// Checks that no option is given that only the full screen or a session without a terminal has.
  func checkPrinting() throws {
    guard printing.print else { return }
    let given: [(name: String, isGiven: Bool)] = [
      ("--layout", view.layout != nil), ("--tile", view.tile != nil),
      ("--prefetch", view.prefetch != nil), ("--no-prefetch", view.noPrefetch),
      ("--fps", view.fps != nil), ("--overlay", view.overlay == true),
      ("--presenter", screen.presenter != nil), ("--follow", folders.follow == true),
      ("--script", headless.script != nil), ("--record", headless.record != nil),
      ("--replay", headless.replay != nil), ("--report", headless.report != nil),
      ("--loads", headless.loads != nil), ("--frames", headless.frames != nil),
      ("--trace", headless.trace != nil), ("--dump", headless.dump),
      ("--select", marks.select), ("--select-one", marks.selectOne), ("--print0", marks.print0),
      ("--print-rows", marks.printRows), ("--chooser-file", marks.chooserFile != nil),
      ("--fresh", marks.fresh),
    ]
    guard let option = given.first(where: \.isGiven) else { return }
    throw ValidationError("--print has no screen and no session: leave out \(option.name)")
  }
}
