import Raster

/// The argument parser's message about a command line, made safe for a terminal.
///
/// The parser quotes arguments unchanged, including line feeds and escape sequences. Each argument
/// is made harmless first, then every line.
struct CommandLineMessage: CustomStringConvertible {
  let description: String

  init(_ text: String, quoting arguments: [String]) {
    var bytes = Array(text.utf8)
    for argument in arguments.flatMap(Self.parts) {
      let harmless = Self.harmless(argument)
      if harmless == argument { continue }
      bytes = bytes.replacing(Array(argument.utf8), with: Array(harmless.utf8))
    }
    description = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Self.harmless(String(decoding: $0, as: UTF8.self)) }
      .joined(separator: "\n")
  }

  /// An argument, and the parts into which the parser splits it.
  private static func parts(of argument: String) -> [String] {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    return [argument] + (argument.hasPrefix("-") && parts.count == 2 ? parts : [])
  }

  private static func harmless(_ text: String) -> String {
    DisplayText.line(Credentials.removed(from: text))
  }
}
