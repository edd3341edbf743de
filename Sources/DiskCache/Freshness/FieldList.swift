/// A field that lists things, separated by commas (RFC 9110, 5.6.1).
struct FieldList {
  /// In order, without the blanks around them; empty ones count for nothing.
  let members: [Substring]

  /// Splits a field value; a comma within double quotes does not separate.
  init(_ field: String) {
    var isQuoted = false
    var isEscaped = false
    members = field.split { character in
      defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    .map(\.withoutBlanksAround).filter { !$0.isEmpty }
  }
}

extension Substring {
  /// Without the spaces and tabs at either end.
  var withoutBlanksAround: Substring {
    var rest = self
    while let first = rest.first, " \t".contains(first) { rest.removeFirst() }
    while let last = rest.last, " \t".contains(last) { rest.removeLast() }
    return rest
  }
}
