import Raster

/// A value of JSON.
package enum JSONValue: Encodable, Equatable, Sendable {
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])
  case null

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .text(let text): try container.encode(text)
    case .list(let values): try container.encode(values)
    case .object(let fields): try container.encode(fields)
    case .null: try container.encodeNil()
    }
  }

  /// Sets a field of an object, and makes the objects on the way to it.
  mutating func set(_ path: ArraySlice<Substring>, to value: JSONValue) {
    guard let name = path.first else {
      self = value
      return
    }
    var fields: [String: JSONValue] = if case .object(let fields) = self { fields } else { [:] }
    fields[String(name), default: .null].set(path.dropFirst(), to: value)
    self = .object(fields)
  }
}

extension ProfileReport {
  /// The report as JSON; the first field is the version of its form.
  package var json: JSONValue {
    var root = JSONValue.object([
      "version": .number(1),
      "type": .text("profile"),
      "command": .list(subject.command.map(JSONValue.text)),
      "columns": sizes.last.map { .number(Double($0.columns)) } ?? .null,
      "rows": sizes.last.map { .number(Double($0.rows)) } ?? .null,
      "sizes": .list(sizes.map { .text($0.description) }),
      "exit_status": subject.exitStatus.map { .number(Double($0)) } ?? .null,
      "link": subject.link.map(JSONValue.text) ?? .null,
      "worst": .list(worst.map(json)),
    ])
    for figure in figures {
      root.set(
        figure.name.split(separator: ".")[...], to: figure.value.map(JSONValue.number) ?? .null)
    }
    return root
  }

  private func json(_ entry: SlowestFrames.Entry) -> JSONValue {
    let frame = frames[entry.frame]
    return .object([
      "number": .number(Double(entry.frame)),
      "at_s": .number(frame.burst.end / .seconds(1)),
      "key_at_s": frame.pressedAt.map { .number($0 / .seconds(1)) } ?? .null,
      "total_ms": .number(frame.phases.total / .milliseconds(1)),
      "late_ms": .number(frame.lateBy / .milliseconds(1)),
      "blame": .text(frame.phasesBeyondDelay.blame.rawValue),
      "bytes": .number(Double(frame.burst.bytes)),
      "needed_bytes": .number(Double(frame.neededBytes)),
      "torn": frame.torn.map { .text($0.rawValue) } ?? .null,
      "rows": .list(
        entry.changes.map {
          .object([
            "row": .number(Double($0.row)), "before": .text($0.before), "after": .text($0.after),
          ])
        }),
    ])
  }
}
