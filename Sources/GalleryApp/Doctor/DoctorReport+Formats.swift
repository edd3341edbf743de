import Archives
import ImageDecoding
import ImageLoading
import ListSources
import LocalPictures

extension DoctorReport {
  /// A format, and whether the program reads it on this machine.
  package struct Format: Encodable {
    /// The name, such as `HEIC`.
    let name: String
    /// The library or program that reads it; null if it is missing.
    let reader: Nullable<String>
    /// The package to install, if the reader is missing.
    let advice: Nullable<String>

    private init(_ name: String, reader: String?, orElse advice: String) {
      self.name = name
      self.reader = Nullable(reader)
      self.advice = Nullable(reader == nil ? advice : nil)
    }
  }
}

extension DoctorReport.Format {
  /// Every format with its reader, in the order of display; a new one adds a line here.
  ///
  /// It opens the libraries of the formats, which takes milliseconds.
  package static func all() -> [Self] {
    InstalledFormat.all.map(Self.init) + [
      Self(
        "SVG", reader: SVGTool(in: .environment).map { "drawn by \($0.path)" },
        orElse: "install \(SVGTool.package)"),
      Self("zip", reader: ArchivedFile.library, orElse: "install \(ArchivedFile.package)"),
      Self("SQLite", reader: DatabaseFile.library, orElse: "install \(DatabaseFile.package)"),
      Self(
        "video", reader: PosterTool.installed.map { "posters by \($0.path)" },
        orElse: "install ffmpegthumbnailer or ffmpeg"),
    ]
  }

  private init(_ format: InstalledFormat) {
    let (reader, advice): (String?, String) =
      switch format.reader {
      case .builtIn: ("built in", "")
      case .library(let library): (library, "")
      case .missing(let package): (nil, "install \(package)")
      case .unknownVersion(let library, let package):
        (nil, "\(library) is too old or too new, install \(package)")
      }
    self.init(format.name, reader: reader, orElse: advice)
  }
}
