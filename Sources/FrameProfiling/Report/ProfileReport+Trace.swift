extension ProfileReport {
  /// The session as Chrome trace events, which Perfetto opens: frames, keys with their phases, bytes.
  package var trace: JSONValue {
    let names = [("program", 1), ("frames", 1), ("keys", 2)].map { name, thread in
      Self.event(
        name == "program" ? "process_name" : "thread_name", "M", thread: thread,
        [
          "args": .object([
            "name": .text(name == "program" ? subject.command.joined(separator: " ") : name)
          ])
        ])
    }
    let frames = frames.indices.flatMap(events(ofFrame:))
    let keys = keys.enumerated().flatMap { Self.events(of: $1, number: $0) }
    return .object([
      "traceEvents": .list(names + frames + keys), "displayTimeUnit": .text("ms"),
    ])
  }

  private func events(ofFrame number: Int) -> [JSONValue] {
    let frame = frames[number]
    let burst = frame.burst
    let name =
      frame.torn.map { "torn: \($0 == .blank ? "blank" : "half drawn")" }
      ?? (burst.isSynchronized ? "synchronized update" : "burst")
    return [
      Self.slice(
        name, thread: 1, from: burst.start, to: burst.end,
        [
          "frame": .number(Double(number)), "bytes": .number(Double(burst.bytes)),
          "needed_bytes": .number(Double(frame.neededBytes)),
          "writes": .number(Double(burst.writes)),
          "cells_changed": .number(Double(frame.cellsChanged)),
          "cells_written": .number(Double(frame.cellsWritten)),
          "clears": .number(Double(burst.clears)),
        ]),
      Self.event(
        "bytes", "C", thread: 1,
        [
          "ts": .number(burst.end / .microseconds(1)),
          "args": .object([
            "written": .number(Double(burst.bytes)), "needed": .number(Double(frame.neededBytes)),
          ]),
        ]),
    ]
  }

  /// A key with its phases: to the program, in it, and on from it.
  ///
  /// Keys overlap, so these are asynchronous events.
  private static func events(of key: ProfiledKey, number: Int) -> [JSONValue] {
    guard let settled = key.settledAt else { return [] }
    var time = key.pressedAt
    var events = [mark("key", "b", number, at: time)]
    func append(_ name: String, _ duration: Duration?) {
      guard let duration, duration > .zero else { return }
      events.append(mark(name, "b", number, at: time))
      time += duration
      events.append(mark(name, "e", number, at: time))
    }
    let up = key.arrivedAt - key.pressedAt
    append("link", up)
    append("program", settled - key.arrivedAt)
    append("link", key.shown.map { $0.link - up })
    append("terminal", key.shown?.terminal)
    return events + [mark("key", "e", number, at: time)]
  }

  private static func mark(
    _ name: String, _ phase: String, _ key: Int, at time: Duration
  ) -> JSONValue {
    event(
      name, phase, thread: 2,
      ["cat": .text("key"), "id": .number(Double(key)), "ts": .number(time / .microseconds(1))])
  }

  private static func slice(
    _ name: String, thread: Int, from start: Duration, to end: Duration,
    _ values: [String: JSONValue]
  ) -> JSONValue {
    event(
      name, "X", thread: thread,
      [
        "ts": .number(start / .microseconds(1)), "dur": .number((end - start) / .microseconds(1)),
        "args": .object(values),
      ])
  }

  private static func event(
    _ name: String, _ phase: String, thread: Int, _ fields: [String: JSONValue]
  ) -> JSONValue {
    let common: [String: JSONValue] = [
      "name": .text(name), "ph": .text(phase), "pid": .number(1), "tid": .number(Double(thread)),
    ]
    return .object(common.merging(fields) { $1 })
  }
}
