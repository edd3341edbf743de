/// The entries of folders that are left out, though a person could have them shown.
package struct LeftOutEntries: Hashable, Sendable {
  /// Folders inside, which `-r` reads.
  package var folders = 0
  /// Videos, for which no program that makes posters is installed.
  package var videos = 0

  package init() {}

  /// A line for a person who sees the other entries; nil if nothing is left out.
  package var notice: String? {
    switch (folders, videos) {
    case (0, 0): nil
    case (1, 0): "1 folder inside is left out; -r shows it too"
    case (_, 0): "\(folders) folders inside are left out; -r shows them too"
    case (0, 1): "1 video is left out: \(advice)"
    default: "\(names) are left out: \(advice)"
    }
  }

  /// Behind "no pictures": what else is there; empty if nothing is.
  package var alternative: String { names.isEmpty ? "" : ", but \(names)" }

  /// The advice that a message ends with.
  package var advice: String {
    [folders > 0 ? "try -r" : nil, videos > 0 ? "install ffmpegthumbnailer" : nil]
      .compactMap(\.self).joined(separator: ", and ")
  }

  private var names: String {
    [(folders, "folder"), (videos, "video")].filter { $0.0 > 0 }
      .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
  }
}
