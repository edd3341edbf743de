/// The value of an option in a file, as the command line would have it.
package enum OptionValue: Hashable, Sendable {
  case flag(Bool)
  case text(String)

  /// - Parameter name: the option's name, for messages.
  init(_ value: TOMLValue, of name: String) throws(SettingError) {
    let isName = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isName, name.utf8.first.map({ $0 != UInt8(ascii: "-") }) == true else {
      throw SettingError("no option is named “\(name)”")
    }
    if name.hasPrefix("no-") {
      throw SettingError("write \(name.dropFirst(3)) = false in place of \(name)")
    }
    switch value.content {
    case .boolean(let isOn): self = .flag(isOn)
    default:
      guard let text = Self.text(of: value) else { throw Self.wrongKind(of: name) }
      self = .text(text)
    }
  }

  private static func text(of value: TOMLValue) -> String? {
    switch value.content {
    // No argument of a process has a zero.
    case .string(let text): text.utf8.contains(0) ? nil : text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .boolean, .array, .table, .date: nil
    }
  }

  private static func wrongKind(of name: String) -> SettingError {
    SettingError("\(name) takes a text, a number, true or false")
  }

  /// The arguments that say the same on a command line.
  ///
  /// - Parameter home: the home folder, which no shell puts in the place of `~` here.
  package func arguments(for name: String, home: String?) -> [String] {
    func argument(_ text: String) -> String {
      let path = text.utf8.starts(with: "~/".utf8) ? text.absolutePath(home: home) : nil
      return "--\(name)=\(path ?? text)"
    }
    return switch self {
    case .flag(true): ["--\(name)"]
    case .flag(false): ["--no-\(name)"]
    case .text(let text): [argument(text)]
    }
  }

  /// The value as TOML.
  package var toml: String {
    switch self {
    case .flag(let isOn): isOn ? "true" : "false"
    case .text(let text): Int64(text).map { String($0) == text } == true ? text : text.tomlString
    }
  }
}

extension String {
  /// The text as a string of TOML.
  package var tomlString: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The text as a key of TOML.
  package var tomlKey: String {
    let isBare =
      !isEmpty
      && utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789_-".utf8.contains(byte))
      }
    return isBare ? self : tomlString
  }
}
