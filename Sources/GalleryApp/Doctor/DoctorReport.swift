import DiskCache
import GalleryCore
import ImageLoading
import Raster
import TerminalUI
import ThumbnailStore

/// The state of everything that the program depends on: terminal, formats, caches.
package struct DoctorReport: Encodable {
  struct Terminal: Encodable {
    /// `TERM`.
    let type: String
    /// The make and version, as far as known.
    let name: String
    /// The answer to XTVERSION.
    let answer: Nullable<String>
    let isAnswering: Bool
    let columns: Int
    let rows: Int
    let cellWidth: Nullable<Int>
    let cellHeight: Nullable<Int>
    /// The background in hexadecimal, such as `1d1f21`.
    let background: Nullable<String>
  }

  struct Multiplexer: Encodable {
    let name: String
    let passesGraphics: Bool
    /// The way to get graphics through.
    let advice: Nullable<String>
    /// The line for its configuration that passes graphics on.
    let configuration: Nullable<String>
  }

  struct Colors: Encodable {
    let depth: String
    let presenter: String
    let advice: Nullable<String>
  }

  struct Graphics: Encodable {
    let method: String
    /// The reasons against each better method.
    let obstacles: [String]
  }

  struct Symbols: Encodable {
    let set: String
    /// Whether the terminal was seen to draw them without seams.
    let isTested: Bool
  }

  struct Link: Encodable {
    /// Whether the environment has signs of a remote login.
    let isRemote: Bool
    let roundTripMs: Nullable<Double>
    /// Null if too fast to measure, or without an answer.
    let bytesPerS: Nullable<Double>
  }

  /// The part about the terminal.
  struct Screen: Encodable {
    let terminal: Terminal
    let multiplexer: Nullable<Multiplexer>
    let colors: Colors
    let graphics: Graphics
    let symbols: Symbols
    let link: Link
  }

  struct Locale: Encodable {
    /// The variable that decides and its value, such as `LANG=C.UTF-8`.
    let setting: Nullable<String>
    let isUtf8: Bool
    let advice: Nullable<String>
  }

  struct Caches: Encodable {
    struct Part: Encodable {
      let entries: Int
      let bytes: Int

      init(_ usage: (bytes: Int, count: Int)) {
        (entries, bytes) = (max(0, usage.count), max(0, usage.bytes))
      }
    }

    let folder: String
    let servers: Part
    let thumbnails: Part
    /// The limit of both parts together.
    let limitBytes: Int
    /// The limit of the pictures in memory.
    let memoryLimitBytes: Int
  }

  let version: String
  /// Null without a terminal.
  let screen: Nullable<Screen>
  /// The reason why there is no terminal.
  let problem: Nullable<String>
  let locale: Locale
  let formats: [Format]
  /// Null without a home folder.
  let caches: Nullable<Caches>

  /// - Parameters:
  ///   - examination: the terminal, or the reason why there is none.
  ///   - caches: the person's caches; nil without a home folder.
  ///   - isUTF8: whether characters other than ASCII are drawn; by default as the locale says.
  ///   - environment: returns the value of a variable.
  package init(
    _ examination: Result<TerminalExamination, TerminalError>, formats: [Format],
    caches: DiskCaches?, isUTF8: Bool = CursesLocale.isUTF8, environment: (String) -> String?
  ) {
    version = Version.line(for: "filmstrip")
    self.formats = formats
    locale = Locale(isUTF8: isUTF8, environment: environment)
    switch examination {
    case .success(let examination):
      screen = Nullable(Screen(examination, environment: environment))
      problem = Nullable(nil)
    case .failure(let error):
      screen = Nullable(nil)
      problem = Nullable(error.description)
    }
    self.caches = Nullable(
      caches.map { caches in
        Caches(
          folder: caches.data.folder, servers: Caches.Part(caches.data.usage()),
          thumbnails: Caches.Part(caches.thumbnails.usage()),
          limitBytes: caches.data.limitBytes,
          memoryLimitBytes: ImageCache.defaultCostLimitBytes)
      })
  }
}
