import CacheFiles
import DiskCache
import FolderSources
import FoundationEssentials
import GalleryCore
import ImageLoading
import ListSources
import LocalPictures
import PlaceholderServer
import Prefetching
import Raster
import Recordings
import SourceItems
import TerminalUI

/// The configuration of a run of the gallery; each value has the program's default.
package struct SessionConfiguration {
  /// The items to show.
  package struct Items {
    /// The sources: folders, pictures, lists, URLs, templates, `-`; empty for the demo.
    package var sources: [String] = []
    /// The number of items of the demo or a template; nil for `SourceArguments.defaultCount`, or for 10,000 of the
    /// demo on a terminal.
    package var count: Int?
    /// The index of the first item of the demo or a template; nil for 0.
    package var first: Int?
    /// The byte that ends an entry of a list on standard input.
    package var separator = UInt8(ascii: "\n")
    /// The sources that are lists whatever their names.
    package var lists: Set<String> = []
    /// The names of the columns or keys of lists.
    package var columns = ColumnNames()
    /// The SQL query for databases.
    package var query: String?
    /// The options for reading and watching folders.
    package var folders = FolderSource.Options(videos: .possible)
    /// The behavior of the demo's server.
    package var server = ServerShape()
    /// Whether the server has the latency above even where a person would see the demo over `DemoLink`.
    package var hasOwnLatency = false
  }

  /// The look of the gallery, and its prefetching.
  package struct View {
    /// The layout; nil for the one that suits the sources.
    ///
    /// A recording has its layout. Otherwise the demo is a list, other sources are a grid, and a single picture is
    /// opened.
    package var layout: GalleryLayout.Mode?
    /// The tile size in the initial layout; nil for the recording's, or the one that suits the screen, as in the other
    /// layout.
    package var tile: CellSize?
    /// The way pictures fill their tiles; nil for the recording's, or `contain`.
    package var fit: PictureFit?
    package var wishes = ScreenWishes()
    package var policy: any PrefetchPolicy = PrefetchPolicyName.adaptive.policy
    /// Whether prefetching is on; a switch instead of a policy, so that a key can turn it on.
    package var isPrefetchingEnabled = true
    package var framesPerSecond = 60
    /// Whether the view goes to new pictures of a folder.
    package var followsNewest = false
    package var overlay = OverlayLevel.off
    /// The keys in force.
    package var keys = EffectiveKeys()
    /// The person's colors in place of the theme's.
    package var colors: [ThemeColor: Color] = [:]
  }

  /// The source of input, which also determines the screen.
  package enum Input {
    /// The terminal in which the program was started.
    case terminal
    /// A script, on a screen in memory.
    case script(Script, screen: CellSize)
    /// A recording written to `outputs.record` by an earlier run.
    case recording(path: String, on: ReplayScreen = .recorded)
    /// No input: pictures are printed on standard output.
    case printing(PrintChoices)

    /// Whether a script is played.
    var isScript: Bool {
      if case .script = self { true } else { false }
    }

    /// Whether a recording is played, which includes the keys that open a picture.
    var isRecording: Bool {
      if case .recording = self { true } else { false }
    }

    /// Whether the person's keys are the input.
    var isPersonal: Bool {
      if case .terminal = self { true } else { false }
    }

    /// Whether the session does not use the terminal.
    var isHeadless: Bool {
      switch self {
      case .terminal, .recording(_, .terminal): false
      case .script, .recording, .printing: true
      }
    }
  }

  /// The screen on which a recording is played.
  package enum ReplayScreen {
    /// A screen in memory, of the recorded sizes.
    case recorded
    /// A screen in memory, of this size throughout.
    case inMemory(CellSize)
    /// The terminal in which the program was started.
    case terminal
  }

  /// The limits of loads, and the caches for their pictures.
  package struct Loading {
    /// The most bytes of decoded pictures in memory; nil for the pipeline's default.
    package var memoryLimitBytes: Int?
    /// The limits of one load.
    package var limits = ImageLimits()
    /// The header fields for servers.
    package var headers = OriginHeaders()
    /// The most connections per host; nil for the pipeline's default.
    package var connectionsPerHost: Int?
    /// The most bytes of original pictures and thumbnails on disk; 0 disables both.
    package var diskLimitBytes = DataCache.defaultLimitBytes
    /// The cache folder; nil for the person's own, and for no disk cache with the demo.
    package var cacheFolder: String?

    /// The folder of the thumbnails that programs share; nil without a home folder.
    package static var sharedThumbnailFolder: String? {
      DataCache.defaultFolder(
        of: "thumbnails", environment: ProcessInfo.processInfo.environment)
    }

    /// The person's own cache folder; nil without a home folder.
    package static var personalCacheFolder: String? {
      DataCache.defaultFolder(
        of: "filmstrip", environment: ProcessInfo.processInfo.environment)
    }
  }

  /// The outputs written when the program leaves.
  ///
  /// The paths may be devices or pipes, and `-` is standard output.
  package struct Outputs {
    /// The path of the report in JSON.
    package var report: String?
    /// The path of the log of loads, a JSON line for every load, written while the program runs.
    package var loads: String?
    /// The path of the log of frames, JSON lines, written while the program runs.
    package var frames: String?
    /// The path of the Chrome trace events, written while the program runs.
    package var trace: String?
    /// The path of the recording of the pressed keys, for a replay.
    package var record: String?
    /// Whether the last frame is printed as text.
    package var printsLastFrame = false
    /// The descriptor of notices for a test, which `SessionNotices.canUse` accepts.
    package var notices: Int32?
  }

  /// The options for marked items.
  package struct Marking: Sendable {
    /// Whether leaving without a marked item is a failure.
    package var needsOne = false
    /// Whether Enter leaves with the selected item, and none can be marked.
    package var takesOne = false
    /// Whether printed items end with a zero byte instead of a newline.
    package var endsWithZero = false
    /// Whether items of tables and JSON lists are printed as rows.
    package var printsRows = false
    /// The path of the file for the items; nil for standard output.
    package var file: String?
    /// Whether the marks of an earlier session are forgotten.
    package var isFresh = false
  }

  /// The folder for what outlives a session besides caches; nil without a home folder.
  package static var personalStateFolder: String? {
    BaseFolder.state.path(of: "filmstrip", environment: ProcessInfo.processInfo.environment)
  }

  /// The folder of a person's configuration; nil without a home folder.
  package static var personalConfigurationFolder: String? {
    BaseFolder.configuration.path(
      of: "filmstrip", environment: ProcessInfo.processInfo.environment)
  }

  /// Whether a single named picture is opened, with its folder around it; Enter must choose it where one is asked for.
  var opensPicture: Bool {
    if case .printing = input { return false }
    return view.layout == nil && !input.isRecording && !marking.takesOne
  }

  /// A message to the person on the first screen, until a key is pressed; nil for the source's own.
  package var notice: String?
  package var items = Items()
  package var input = Input.terminal
  /// Whether a script or a recording without a terminal is played as fast as possible, by `SkippingClock`.
  package var skipsWaits = false
  package var view = View()
  package var loading = Loading()
  package var outputs = Outputs()
  package var marking = Marking()

  /// - Parameter sources: the sources, as in `Items.sources`.
  package init(sources: [String] = []) {
    items.sources = sources
  }
}

extension VideoChoice {
  /// Shows videos if a program that makes pictures of them is installed.
  package static var possible: VideoChoice { PosterTool.installed == nil ? .withoutTool : .shown }
}
