import ArgumentParser
import GalleryApp
import GalleryCore
import ImageSources
import PlaceholderServer
import Recordings
import SourceItems
import TerminalUI

/// The command that shows pictures.
struct Browse: ParsableCommand {
  /// The parent command's name in `commandName` avoids a check at each start for requested
  /// completions.
  ///
  /// The root does that check, like everything that `Browse` alone does not understand.
  static let configuration = CommandConfiguration(
    _superCommandName: "filmstrip",
    abstract: "Look at pictures in the terminal; without a source, at a demo.",
    usage: """
      filmstrip [<source> ...] [<options>]
      filmstrip profile | serve | cache | doctor | config [<options>]
      """,
    discussion: """
      A source is a folder of pictures, a picture, an archive (.zip or .cbz), a list
      (.txt, .lst, .m3u, .csv, .tsv, .jsonl or .json), an SQLite database with
      --query, a URL, a URL template with {index}, {width} and {height}, or - for a
      list or a picture on standard input. What is piped in needs no -, unless
      --script, --replay, --count, --first or the server's shape is given.

        filmstrip                              the demo
        filmstrip ~/Pictures                   a folder, in natural order
        filmstrip -r --sort date ~/Pictures    folders inside too, the oldest first
        filmstrip --follow runs/plots          what is new, as it comes
        filmstrip a.jpg https://host/b.webp    files and URLs
        filmstrip https://host/photos.json     a manifest, or the page of a folder
        filmstrip 'https://host/{index}.jpg' --count 5000
        find . -name '*.png' | filmstrip       a list on standard input
        curl https://host/b.webp | filmstrip   or a picture
        find . -name '*.png' -print0 | filmstrip -0      names with any bytes
        filmstrip --select --print0 shots | xargs -0r rm    Space chooses, q leaves
        filmstrip data.csv --column url=image  a table; JSON has keys instead
        filmstrip --layout grid --tile 32x13 ~/Pictures
        filmstrip --print ~/Pictures           into the scrollback, with names

      Keys: ? in the program shows them, and filmstrip help keys. Other commands,
      each with --help: filmstrip profile, the frames of any terminal program;
      filmstrip serve, the placeholder server alone; filmstrip cache, the disk
      cache; filmstrip doctor, what the terminal and this machine can show; filmstrip
      config, the configuration file.
      Measurements of the gallery are in a program of their own, which is part of the source only.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folder, picture, list, URL, template or -; none: the demo.", valueName: "source"),
    completion: .file())
  var sources: [String] = []

  @OptionGroup var program: ProgramOptions
  @OptionGroup(title: "Lists") var lists: ListOptions
  @OptionGroup(title: "Marks") var marks: MarkOptions
  @OptionGroup(title: "Folders") var folders: FolderOptions
  @OptionGroup(title: "Servers") var servers: ServerOptions
  @OptionGroup(title: "View") var view: BrowseOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Scrollback") var printing: PrintOptions
  @OptionGroup(title: "Loading") var loading: LoadOptions
  @OptionGroup(title: "The demo's server") var shape: ShapeOptions
  @OptionGroup(title: "Without a terminal") var headless: HeadlessOptions

  func validate() throws {
    if marks.usesStandardOutput, headless.dump || headless.report == "-" {
      throw ValidationError(
        "marked pictures go to standard output, as does \(headless.dump ? "--dump" : "--report -"): add --chooser-file"
      )
    }
    if !(sources + lists.list).isEmpty, shape.isGiven(besidesSeed: folders.sort == .random) {
      throw ValidationError("--latency and similar options are only for the demo, without a source")
    }
    if lists.readsZeros, !givenSources.contains(SourceArguments.standardInput) {
      throw ValidationError("-0 goes with a list on standard input: give - for it")
    }
    try checkPrinting()
  }

  func run() throws {
    if program.licenses { return try StandardOutput.write(Licenses.text) }
    try Self.run(configuration)
  }

  /// Shows pictures, with the defaults of the configuration file.
  ///
  /// A script or a recording presses the program's keys: it reads a file only if one is named.
  ///
  /// - Parameter arguments: those that this command was parsed from.
  func run(as arguments: [String]) throws {
    let isPlayed = headless.script != nil || headless.replay != nil
    guard !program.licenses, let file = try program.file.read(unlessNamed: isPlayed) else {
      return try run()
    }
    let merged = try ConfiguredDefaults(file).merged(with: arguments) { try Self.parse($0) }
    var configuration = try merged.command.configuration
    let problems = file.apply(to: &configuration.view) + merged.problems
    configuration.notice = file.notice(about: problems)
    try Self.run(configuration, complainingOf: file.sentences(about: problems))
  }

  /// Shows pictures until the person leaves, or prints them, and exits.
  ///
  /// - Parameter problems: sentences about the configuration file, for the time after the terminal is restored.
  static func run(
    _ configuration: SessionConfiguration, complainingOf problems: [String] = []
  ) throws {
    do {
      if case .printing(let choices) = configuration.input {
        let ending = try PrintRun(configuration, choices).run()
        problems.forEach(StandardOutput.complain)
        Exit.leave(by: ending)
      }
      let session = try Session(configuration)
      let played = try session.run()
      problems.forEach(StandardOutput.complain)
      let ending = played.isWritten ? played.ending : .status(Exit.Status.cannotCreate.rawValue)
      withExtendedLifetime((session, played)) { () -> Void in Exit.leave(by: ending) }
    } catch let error as SourceError {
      Exit.fail(
        error.isUsage ? .usage : .noInput, error.sentence(beside: Filmstrip.names))
    } catch let error as RecordingError {
      Exit.fail(.noInput, error)
    } catch let error as TerminalError {
      Exit.fail(.unavailable, error.sentence)
    } catch let error as ServerError {
      Exit.fail(.unavailable, error)
    } catch let error as OutputError {
      Exit.fail(.cannotCreate, error)
    } catch let error as StartError {
      Exit.fail(.failure, error)
    }
  }

  /// The given sources, or the piped list; the demo if an option asks for it.
  private var givenSources: [String] {
    let asksForDemo =
      shape.isGiven(besidesSeed: folders.sort == .random) || lists.count != nil
      || lists.first != nil
      || headless.script != nil
      || headless.replay != nil
    let sources = sources + lists.list
    return asksForDemo ? sources : SourceArguments.withPipedList(sources)
  }

  var configuration: SessionConfiguration {
    get throws {
      var configuration = SessionConfiguration(sources: givenSources)
      lists.apply(to: &configuration.items)
      marks.apply(to: &configuration.marking)
      folders.apply(to: &configuration.items, seed: shape.seed)
      folders.apply(to: &configuration.view)
      view.apply(to: &configuration.view)
      screen.apply(to: &configuration.view)
      loading.apply(to: &configuration.loading)
      configuration.loading.headers = try servers.headers(for: givenSources)
      configuration.items.server = shape.shape(over: ServerShape())
      configuration.items.hasOwnLatency = shape.latency != nil || shape.jitter != nil
      try headless.apply(to: &configuration)
      if let choices = printing.choices { configuration.input = .printing(choices) }
      return configuration
    }
  }
}

/// The options about the program itself.
struct ProgramOptions: ParsableArguments {
  @Flag(help: "Print the licenses of the packages in the program, and their notices.")
  var licenses = false

  @OptionGroup var file: ConfigurationChoice
}
