import CNcursesw
import Glibc

/// The C locale, which determines how ncurses reads characters.
package enum CursesLocale {
  /// Adopts the person's locale once, and returns whether the terminal uses UTF-8.
  ///
  /// ncurses needs a UTF-8 locale for block characters, so one replaces any other. No locale (`C`,
  /// as over a bare ssh) says nothing about the terminal, and nearly all use UTF-8. If this machine
  /// lacks the locale, as over ssh, its name still tells the terminal's encoding.
  package static let isUTF8: Bool = {
    let isKnown = setlocale(LC_ALL, "") != nil
    let present = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    let encoding = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
    if encoding == "UTF-8" { return true }
    setlocale(LC_CTYPE, "C.UTF-8")
    if isKnown { return ["C", "POSIX"].contains(present) }
    let variables: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let names = variables.map { name in getenv(name).map { String(cString: $0) } ?? "" }
    return isUTF8(locale: names.first { !$0.isEmpty } ?? "")
  }()

  /// Whether a locale's terminal uses UTF-8: all except those that name another encoding.
  static func isUTF8(locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return true }
    let encoding = locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased()
    return encoding == "utf-8" || encoding == "utf8"
  }
}
