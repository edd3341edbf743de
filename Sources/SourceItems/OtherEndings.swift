/// The extensions of files that are no pictures, so that such files in folders need not be opened.
///
/// Files are recognized by their content, which takes a system call or, over a network, a round
/// trip. In folders of pictures, most other files have these extensions; a file with any other
/// extension is opened. A file on the command line is always opened.
package enum OtherEndings {
  /// The longest extension; longer ones are not looked up.
  private static let longest = 15

  private static let kinds = [
    // Text and tables.
    "txt md markdown rst rtf tex log csv tsv json jsonl ndjson xml yaml yml toml ini cfg conf",
    "html htm xhtml mhtml css m3u m3u8 lst srt vtt url desktop eml ics vcf bib",
    // Documents, and pictures in the formats of drawing programs.
    "pdf ps eps doc docx xls xlsx ppt pptx odt ods odp odg pages numbers key epub mobi djvu",
    "psd psb xcf kra ai indd cdr blend sketch fig",
    // Sidecar files of photo programs, and thumbnails of videos, which show another file.
    "xmp aae thm pp3 dop cos lrcat lrdata picasa",
    // Archives and disk images.
    "zip cbz cbr cb7 rar 7z tar gz tgz bz2 xz zst lz4 iso img dmg deb rpm apk",
    // Audio, and videos without posters.
    "mp3 m4a aac ogg oga opus flac wav wma aif aiff mid midi mpg mpeg mts m2ts ts vob wmv flv 3gp ogv",
    // Source code and programs.
    "c h cc cpp hpp m mm swift rs go java class jar kt py pyc ipynb rb pl php js mjs ts tsx jsx vue",
    "sh bash zsh fish bat ps1 cmake mk o a so dylib dll exe wasm sql lua r jl hs patch diff lock",
    // Databases and data.
    "db db3 sqlite sqlite3 npy npz pt pth ckpt safetensors pkl pickle h5 hdf5 parquet arrow",
    // Fonts.
    "ttf otf woff woff2",
    // Incomplete files, which a program renames when they are complete.
    "part partial crdownload download filepart tmp temp swp",
  ]

  private static let all = Set(kinds.flatMap { $0.split(separator: " ") }.map(String.init))

  /// Whether a name has one of these extensions, ignoring case.
  package static func includes(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = name[name.index(after: dot)...]
    guard ending.count <= longest else { return false }
    return all.contains(
      String(unsafeUninitializedCapacity: ending.count) { text in
        for (place, byte) in ending.enumerated() { text[place] = byte.lowercased }
        return ending.count
      })
  }
}
