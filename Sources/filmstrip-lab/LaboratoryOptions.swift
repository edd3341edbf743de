import ArgumentParser
import GalleryApp
import GalleryCore
import Glibc
import PrefetchLab
import Recordings

/// A requested trace: one of the laboratory's by name, or a file that `--record` wrote.
struct TraceChoice: ExpressibleByArgument {
  static let heldArrow = TraceChoice(name: "held-arrow")

  let name: String

  private init(name: String) { self.name = name }

  /// Reads an argument; one that neither looks like a path nor names a file must be a trace's name.
  init?(argument: String) {
    let isPath = argument.contains { "/.".contains($0) } || access(argument, F_OK) == 0
    guard isPath || Self.allValueStrings.contains(argument) else { return nil }
    name = argument
  }

  /// The laboratory's own traces.
  static var all: [TraceChoice] { allValueStrings.map(TraceChoice.init(name:)) }

  static var allValueStrings: [String] {
    (try? ScrollTrace.library(seed: 1))?.map(\.name) ?? []
  }

  var defaultValueDescription: String { name }

  static let help = ArgumentHelp(
    "A trace of the laboratory, or an existing file of --record.", valueName: "name|file")

  /// Reads the trace; ends the program if the file has no recording.
  ///
  /// - Parameter seed: the seed of the laboratory's own traces.
  func trace(seed: UInt64) -> ScrollTrace {
    do throws(RecordingError) {
      let library = try ScrollTrace.library(seed: seed)
      if let trace = library.first(where: { $0.name == name }) { return trace }
      return ScrollTrace(name: name, recording: try SessionRecording(path: name, option: "--trace"))
    } catch {
      Exit.fail(.noInput, error)
    }
  }
}

extension Link: ExpressibleByArgument {
  /// Finds one of the library's by its name.
  package init?(argument: String) {
    guard let link = Self.library.first(where: { $0.name == argument }) else { return nil }
    self = link
  }

  package static var allValueStrings: [String] { library.map(\.name) }

  package var defaultValueDescription: String { name }

  static let help = ArgumentHelp("A link of the laboratory.", valueName: "name")
}

extension ComparedPolicy: ExpressibleByArgument {}

/// The options for a person's own links.
struct OwnLinks: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Links of your own: a line each, as “train latency=300ms bandwidth=150K”; K is 1,000.",
      valueName: "file")
  )
  var links: String?

  /// Reads the file, if there is one; ends the program if it has no links.
  func read() -> [Link] {
    guard let links else { return [] }
    do throws(TextFile.Fault) {
      return read(try TextFile.read(links, atMost: 1_000_000), of: links)
    } catch {
      Exit.fail(.noInput, "--links \(links): \(error)")
    }
  }

  private func read(_ text: String, of path: String) -> [Link] {
    do throws(LinkListError) {
      return try LinkList(parsing: text).links
    } catch {
      Exit.fail(.noInput, "--links \(path): \(error)")
    }
  }
}

/// The option for the random seed.
struct SeedOption: ParsableArguments {
  @Option(help: "What sizes, latencies and the trace are drawn from.")
  var seed: UInt64 = 1
}
