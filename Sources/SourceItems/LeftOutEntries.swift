/// The entries of folders that were left out, but that a person may expect.
package struct LeftOutEntries: Hashable, Sendable {
  /// The subfolders, which `-r` includes.
  package var folders = 0
  /// The videos, if no program that makes posters is installed.
  package var videos = 0
  /// The symbolic links with a picture's name that lead to no file.
  package var brokenLinks = 0

  package init() {}

  /// A line for a person who sees the other entries; nil if nothing was left out.
  package var notice: String? {
    switch (folders, videos + brokenLinks) {
    case (0, 0): nil
    case (1, 0): "1 folder inside is left out; -r shows it too"
    case (_, 0): "\(folders) folders inside are left out; -r shows them too"
    case (let folders, let others):
      "\(names) \(folders + others == 1 ? "is" : "are") left out"
        + (advice.isEmpty ? "" : ": \(advice)")
    }
  }

  /// The end of a sentence such as "no pictures": the other entries; empty if there are none.
  package var alternative: String { names.isEmpty ? "" : ", but \(names)" }

  /// The advice at the end of a message.
  package var advice: String {
    [folders > 0 ? "try -r" : nil, videos > 0 ? "install ffmpegthumbnailer" : nil]
      .compactMap(\.self).joined(separator: ", and ")
  }

  private var names: String {
    [(folders, "folder"), (videos, "video"), (brokenLinks, "broken link")].filter { $0.0 > 0 }
      .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
  }
}
