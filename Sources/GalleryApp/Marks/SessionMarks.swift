import CacheFiles
import DiskCache
import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageSources
import Raster
import SourceItems

/// The marks of a session: former ones are restored at its start, and its own printed at its end.
struct SessionMarks {
  private let wishes: SessionConfiguration.Marking
  /// The file for the marked items; nil for standard output.
  private let file: OutputFile?
  /// The folder that keeps marks, and what tells the source from others; nil if none are kept.
  private let keeping: (folder: String, source: CacheKey)?
  /// The pictures that were selected last; nil if none are kept.
  private let places: LastPlaces?

  /// Keeps no marks.
  init() {
    wishes = SessionConfiguration.Marking()
    file = nil
    keeping = nil
    places = nil
  }

  /// Checks the output.
  init(_ configuration: SessionConfiguration) throws(OutputError) {
    wishes = configuration.marking
    file = try wishes.file.map { path throws(OutputError) in
      try OutputFile(path: path, option: "--chooser-file")
    }
    // A script always does the same, and the demo's pictures have other URLs each time.
    let sources = configuration.items.sources
    let isKept = configuration.input.isPersonal && !sources.isEmpty && !wishes.takesOne
    let folder = isKept ? SessionConfiguration.personalStateFolder : nil
    keeping = folder.flatMap { folder in
      CacheKey(sources.map(Self.name).joined(separator: "\n")).map { ("\(folder)/marks", $0) }
    }
    let loading = configuration.loading
    let caches = loading.cacheFolder ?? SessionConfiguration.Loading.personalCacheFolder
    // Each list on standard input is another one.
    let isPlace = loading.diskLimitBytes > 0 && !sources.contains(SourceArguments.standardInput)
    places = keeping.flatMap { keeping in
      isPlace ? caches.map { LastPlaces(in: $0, of: keeping.source) } : nil
    }
  }

  /// The name of a source, the same wherever the program is started; it has no password.
  private static func name(of source: String) -> String {
    if WebAddress(source) != nil { return Credentials.removed(from: source) }
    let path = FileLocation.absolute(Array(source.utf8))
    let isInput = source == SourceArguments.standardInput
    return (isInput ? "- in " : "")
      + URL(fileURLWithPath: String(decoding: path, as: UTF8.self)).standardized.path
  }

  func keeper(_ mailbox: Mailbox) -> MarkKeeper? {
    keeping.map {
      MarkKeeper(
        in: $0.folder, of: $0.source, isFresh: wishes.isFresh,
        lastItem: wishes.isFresh ? nil : places?.picture, mailbox: mailbox)
    }
  }

  /// Prints the marked items, if the session was left for them.
  ///
  /// - Returns: how the program ends.
  func end(_ ending: Ending, of gallery: Gallery, _ keeper: MarkKeeper?) throws(OutputError)
    -> Ending
  {
    // A place that can't be kept is no reason to complain.
    let last = gallery.selection > 0 ? gallery.items.item(atPlace: gallery.selection) : nil
    try? places?.record(last.map(MarkJournal.digest))
    let isLeft = ending == .status(0) || ending == .status(2)
    do throws(OutputError) {
      if ending == .status(0), gallery.marks.count > 0 { try print(gallery) }
    } catch {
      keeper?.end(areDone: false)
      throw error
    }
    keeper?.end(areDone: isLeft)
    let isMissing = wishes.needsOne && gallery.marks.count == 0
    return ending == .status(0) && isMissing ? .status(Exit.Status.failure.rawValue) : ending
  }

  private func print(_ gallery: Gallery) throws(OutputError) {
    let output = MarkOutput(endsWithZero: wishes.endsWithZero, printsRows: wishes.printsRows)
    let broken = try output.write(gallery.marks.marked, of: gallery.source) {
      bytes throws(OutputError) in
      if let file { try file.append(bytes) } else { try Descriptor.standardOutput.write(bytes) }
    }
    try file?.finish()
    if broken > 0 {
      let names = broken == 1 ? "1 name has" : "\(broken) names have"
      StandardOutput.complain("\(names) a line break: --print0 ends each with a zero byte")
    }
  }
}
