import Raster

/// The names of commands, to which a person binds keys.
extension Command {
  /// Each command of the table of keys, and its name.
  package static let names: [(name: String, command: Command)] = [
    ("up", .move(.lines(-1))), ("down", .move(.lines(1))),
    ("previous", .move(.items(-1))), ("next", .move(.items(1))),
    ("page-up", .move(.pages(-1))), ("page-down", .move(.pages(1))),
    ("half-page-up", .move(.halfPages(-1))), ("half-page-down", .move(.halfPages(1))),
    ("first", .move(.first)), ("last", .move(.last)),
    ("previous-section", .move(.sections(-1))), ("next-section", .move(.sections(1))),
    ("open", .openDetail), ("back", .back), ("layout", .toggleLayout),
    ("zoom-in", .zoom(1)), ("zoom-out", .zoom(-1)), ("actual-size", .toggleMagnification),
    ("turn-left", .turn(.left)), ("turn-right", .turn(.right)), ("mirror", .turn(.mirror)),
    ("fit", .toggleFit), ("sort", .takeNextOrder), ("reverse", .reverseOrder),
    ("follow", .toggleFollowing),
    ("symbols", .cycleSymbols), ("info", .toggleInfo),
    ("mark", .marks(.toggle)), ("mark-range", .marks(.range)), ("mark-all", .marks(.all)),
    ("mark-others", .marks(.invert)), ("unmark-all", .marks(.clear)),
    ("trash", .files(.trash)), ("move", .promptMove), ("copy", .promptCopy),
    ("download", .files(.download)), ("undo", .undo),
    ("open-with", .run(.opener)), ("run", .promptRun), ("copy-path", .copyNames),
    ("copy-picture", .copyPicture),
    ("slideshow", .slideshow(every: nil)),
    ("search", .promptSearch), ("next-match", .findNext), ("previous-match", .findPrevious),
    ("filter", .promptFilter), ("filter-trait", .promptTrait),
    ("command", .promptCommand), ("retry", .reloadFailed), ("reload", .reloadSelected),
    ("prefetch", .switchPrefetching(to: nil)), ("help", .toggleHelp),
    ("overlay", .changeOverlay(.nextLevel)), ("repaint", .repaint), ("suspend", .suspend),
    ("quit", .leave), ("quit-without-marks", .leaveWithoutMarks), ("interrupt", .interrupt),
  ]

  /// The command of a name; nil for another text.
  package static func named(_ name: String) -> Command? {
    names.first { $0.name == name }?.command
  }

  /// The name of a command; nil for one that needs more than a key.
  package var name: String? { Self.names.first { $0.command == self }?.name }

  /// The command of a line as typed after `:`; nil for an empty line.
  ///
  /// - Throws: a sentence for the person, if the line is none.
  package static func typed(_ line: String) throws(CommandTextError) -> Command? {
    try CommandText(line).command()
  }
}

extension KeyBindings {
  /// The keys of the table and the names of their commands, in the order of the help screen.
  package static var named: [(key: Key, name: String)] {
    groups.flatMap(\.lines).flatMap(\.bindings).compactMap { binding in
      binding.command.name.map { (binding.key, $0) }
    }
  }
}
