import Archives
import Configuration
import FoundationEssentials
import GalleryCore
import GalleryItems
import Raster
import SourceItems

/// An error before a program runs, as a sentence for the person.
struct ProgramError: Error {
  let sentence: String
}

/// A program and its arguments, with names in place of the placeholders.
struct ProgramArguments: Sendable {
  /// The bytes of each, without zeros.
  let words: [[UInt8]]
  let line: ProgramLine

  /// The name of the program without its folders.
  var name: String {
    String(decoding: FileLocation.name(in: words.first ?? []), as: UTF8.self)
  }

  /// Fills in the names of items.
  ///
  /// - Throws: the first item without a name of the kind that the line has, or a mistake in the line.
  init(_ run: ProgramRun, in items: AnyItemSnapshot) throws(ProgramError) {
    line = run.line
    let template: CommandTemplate
    do throws(SettingError) {
      template = try CommandTemplate(
        line.text, home: ProcessInfo.processInfo.environment["HOME"])
    } catch {
      throw ProgramError(sentence: error.sentence)
    }
    words = template.arguments(with: try Self.names(for: template.placeholders, run, in: items))
    if words.contains(where: { $0.contains(0) }) {
      throw ProgramError(sentence: "a name has a zero byte, which no argument can have")
    }
  }

  private static func names(
    for placeholders: Set<CommandTemplate.Placeholder>, _ run: ProgramRun, in items: AnyItemSnapshot
  ) throws(ProgramError) -> CommandTemplate.Names {
    let id = run.selected.rawValue
    let picture = FileTargets(RangeSet(id..<id + 1), of: items)
    var names = CommandTemplate.Names(picture: [], marked: [], url: [], folder: [])
    if !placeholders.isDisjoint(with: [.picture, .folder]) {
      names.picture = try paths(of: picture)[0]
      names.folder = folder(of: names.picture)
    }
    if placeholders.contains(.marked) {
      names.marked = try paths(of: FileTargets(run.marked, of: items))
    }
    if placeholders.contains(.url) { names.url = try url(of: run.selected, in: items) }
    return names
  }

  /// The paths of all targets, at least one.
  private static func paths(of targets: FileTargets) throws(ProgramError) -> [[UInt8]] {
    if let obstacle = targets.obstacle {
      throw ProgramError(sentence: "\(obstacle), and no file; {url} is for servers")
    }
    if targets.paths.isEmpty { throw ProgramError(sentence: "the picture is gone") }
    return targets.paths
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return Array(path[..<max(1, slash)])
  }

  /// The URL of an item; other users can read arguments.
  private static func url(
    of id: ItemID, in items: AnyItemSnapshot
  ) throws(ProgramError) -> [UInt8] {
    guard let item = items.place(of: id).flatMap(items.item(atPlace:)) else {
      throw ProgramError(sentence: "the picture is gone")
    }
    if let problem = item.problem { throw ProgramError(sentence: problem) }
    guard let path = item.path else { return Array(item.publicURL.utf8) }
    if ArchivedFile.archive(on: path) != nil {
      throw ProgramError(sentence: "\(item.label()) is in an archive, and has no URL")
    }
    return Array(FileLocation.address(of: path).utf8)
  }
}
