import DiskCache
import GalleryCore
import ImageLoading
import PlaceholderServer
import Prefetching
import Raster
import TerminalUI

/// What a run of the gallery is asked for; each value defaults to what the program does when nothing is said.
package struct SessionConfiguration {
  /// What is shown.
  package struct Items {
    /// How the demo's server answers by default: about as one on the other side of a continent.
    package static let demoServer = ServerShape(
      latency: .milliseconds(120), jitter: .milliseconds(40))

    /// Folders, pictures, lists, URLs, templates, `-`; without any, the demo.
    package var sources: [String] = []
    /// How many the demo or a template has; nil for 100.
    package var count: Int?
    /// Index of the first one of the demo or a template; nil for 0.
    package var first: Int?
    /// How the demo's server answers.
    package var server = demoServer
  }

  /// How it is shown, and what is loaded ahead of it.
  package struct View {
    /// A list by default; a recording that is played has its own.
    package var layout: GalleryLayout.Mode?
    /// Of the layout by default; a recording that is played has its own.
    package var tile: CellSize?
    package var wishes = ScreenWishes()
    package var policy: any PrefetchPolicy = PrefetchPolicyName.adaptive.policy
    /// Off is a switch, not a policy, so that a key can switch prefetching on.
    package var isPrefetchingEnabled = true
    package var framesPerSecond = 60
    package var overlay = OverlayLevel.off
  }

  /// Where keys come from, and with them the screen.
  package enum Input {
    /// The terminal that the program was started in.
    case terminal
    /// A script, on a screen in memory.
    case script(Script, screen: CellSize)
    /// What an earlier run wrote to `outputs.record`, on a screen in memory like that run's.
    case recording(path: String)

    /// Whether the terminal is left alone.
    var isHeadless: Bool {
      if case .terminal = self { false } else { true }
    }
  }

  /// What loads may take, and where the pictures that they bring are kept.
  package struct Loading {
    /// Of decoded pictures in memory; nil for the pipeline's default.
    package var memoryLimitBytes: Int?
    /// Of one load.
    package var limits = ImageLimits()
    /// Nil for the pipeline's default.
    package var connectionsPerHost: Int?
    /// Of original pictures on disk; with 0 there is no disk cache.
    package var diskLimitBytes = DataCache.defaultLimitBytes
    /// Nil for the person's cache folder, and for no disk cache where the demo is shown.
    package var cacheFolder: String?
  }

  /// What is written when the program leaves; the paths may be devices or pipes, and `-` is standard output.
  package struct Outputs {
    /// The report, as JSON.
    package var report: String?
    /// A line of JSON for every load; written while the program runs.
    package var trace: String?
    /// The keys that were pressed, to be played again.
    package var record: String?
    /// Whether the last frame is printed as text.
    package var printsLastFrame = false
  }

  package var items = Items()
  package var input = Input.terminal
  package var view = View()
  package var loading = Loading()
  package var outputs = Outputs()

  /// - Parameter sources: as in `items`.
  package init(sources: [String] = []) {
    items.sources = sources
  }
}
