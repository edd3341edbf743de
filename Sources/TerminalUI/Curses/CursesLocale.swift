import CNcursesw
import Glibc

/// The C locale, which decides what ncurses takes for a character.
enum CursesLocale {
  /// Takes the person's locale over, once, and returns whether their terminal speaks UTF-8.
  ///
  /// ncurses needs a UTF-8 locale for block characters, so one is chosen where the person's is
  /// another. No locale at all (`C`, as over a bare ssh) says nothing about the terminal: nearly
  /// all speak UTF-8.
  static let isUTF8: Bool = {
    setlocale(LC_ALL, "")
    let name = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    let encoding = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
    if encoding == "UTF-8" { return true }
    setlocale(LC_CTYPE, "C.UTF-8")
    return ["C", "POSIX"].contains(name)
  }()
}
