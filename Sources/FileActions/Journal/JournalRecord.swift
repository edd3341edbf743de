import CacheFiles

/// A record of the journal of actions.
enum JournalRecord: Equatable {
  /// An action begins.
  case begin(batch: UInt64, kind: ActionKind, date: Int, steps: Int)
  /// Steps will be performed next; they replace recorded ones of the same numbers.
  case steps(batch: UInt64, first: Int, [ActionStep])
  /// Neighboring steps have a new state.
  case states(batch: UInt64, Range<Int>, StepState)
  /// A step is done, and left another file than the one that was there before.
  case landed(batch: UInt64, step: Int, FileIdentity)
  /// The action has ended.
  case end(batch: UInt64)
}

// MARK: - Frames

/// The journal's bytes: a heading, then records, each with its length and checksum.
enum JournalFormat {
  static let heading = Array("filmstrip actions 1\n".utf8)
  /// The most bytes of a record; 1,024 steps with the longest paths have fewer.
  private static let longestRecord = 16 << 20
  private static let frame = 8

  static func encoded(_ records: [JournalRecord]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      var payload = ByteWriter()
      record.write(to: &payload)
      var head = ByteWriter()
      head.append(UInt32(payload.bytes.count))
      head.append(Checksum.of(payload.bytes.span.bytes))
      bytes += head.bytes + payload.bytes
    }
    return bytes
  }

  /// Reads records up to the first one that is torn or damaged.
  ///
  /// - Returns: the records and the number of bytes that they and the heading take; nil if it is no journal.
  static func decoded(_ bytes: [UInt8]) -> (records: [JournalRecord], length: Int)? {
    guard bytes.starts(with: heading) else { return nil }
    var records: [JournalRecord] = []
    var place = heading.count
    while let (record, end) = record(in: bytes, at: place) {
      records.append(record)
      place = end
    }
    return (records, place)
  }

  private static func record(in bytes: [UInt8], at start: Int) -> (JournalRecord, end: Int)? {
    var reader = ByteReader(bytes[start...])
    guard let length = reader.next(UInt32.self), length <= longestRecord,
      let checksum = reader.next(UInt32.self), let payload = reader.next(Int(length)),
      Checksum.of(payload.span.bytes) == checksum
    else { return nil }
    var fields = ByteReader(payload)
    return JournalRecord(from: &fields).map { ($0, start + frame + Int(length)) }
  }
}

// MARK: - Fields

extension JournalRecord {
  fileprivate func write(to bytes: inout ByteWriter) {
    switch self {
    case .begin(let batch, let kind, let date, let steps):
      bytes.append(UInt8(1))
      bytes.append(batch)
      bytes.append(kind.rawValue)
      bytes.append(Int64(date))
      bytes.append(UInt32(steps))
    case .steps(let batch, let first, let steps):
      bytes.append(UInt8(2))
      bytes.append(batch)
      bytes.append(UInt32(first))
      bytes.append(steps)
    case .states(let batch, let range, let state):
      bytes.append(UInt8(3))
      bytes.append(batch)
      bytes.append(UInt32(range.lowerBound))
      bytes.append(UInt32(range.count))
      bytes.append(state.rawValue)
    case .landed(let batch, let step, let identity):
      bytes.append(UInt8(4))
      bytes.append(batch)
      bytes.append(UInt32(step))
      bytes.append(identity)
    case .end(let batch):
      bytes.append(UInt8(5))
      bytes.append(batch)
    }
  }

  fileprivate init?(from bytes: inout ByteReader) {
    guard let type = bytes.next(UInt8.self), let batch = bytes.next(UInt64.self) else { return nil }
    switch type {
    case 1:
      guard let kind = bytes.next(UInt8.self).flatMap(ActionKind.init),
        let date = bytes.next(Int64.self), let steps = bytes.next(UInt32.self)
      else { return nil }
      self = .begin(batch: batch, kind: kind, date: Int(date), steps: Int(steps))
    case 2:
      guard let first = bytes.next(UInt32.self), let steps = bytes.steps() else { return nil }
      self = .steps(batch: batch, first: Int(first), steps)
    case 3:
      guard let first = bytes.next(UInt32.self).map(Int.init),
        let count = bytes.next(UInt32.self).map(Int.init),
        let state = bytes.next(UInt8.self).flatMap(StepState.init)
      else { return nil }
      self = .states(batch: batch, first..<first + count, state)
    case 4:
      guard let step = bytes.next(UInt32.self), let identity = bytes.identity() else { return nil }
      self = .landed(batch: batch, step: Int(step), identity)
    case 5: self = .end(batch: batch)
    default: return nil
    }
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ identity: FileIdentity) {
    append(identity.bytes)
    append(identity.modified)
    append(identity.inode)
  }

  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(UInt32(bytes.count))
    append(bytes)
  }

  /// Appends steps behind a table of their folders, which most of them share.
  fileprivate mutating func append(_ steps: [ActionStep]) {
    var numbers: [[UInt8]: UInt32] = [:]
    var folders: [[UInt8]] = []
    for folder in steps.lazy.flatMap({ [$0.from.folder, $0.to.folder] })
    where numbers[folder] == nil {
      numbers[folder] = UInt32(folders.count)
      folders.append(folder)
    }
    append(UInt32(folders.count))
    for folder in folders { append(counted: folder) }
    append(UInt32(steps.count))
    for step in steps {
      append(step.kind.rawValue)
      append(UInt8(step.isSidecar ? 1 : 0))
      append(step.picture)
      append(step.identity)
      for entry in [step.from, step.to] {
        append(numbers[entry.folder] ?? 0)
        append(counted: entry.name)
      }
      append(UInt8(step.note.map { $0.isAdded ? 1 : 2 } ?? 0))
      append(counted: step.note?.text ?? [])
    }
  }
}

extension ByteReader {
  fileprivate mutating func identity() -> FileIdentity? {
    guard let bytes = next(Int64.self), let modified = next(Int64.self),
      let inode = next(UInt64.self)
    else { return nil }
    return FileIdentity(bytes: bytes, modified: modified, inode: inode)
  }

  fileprivate mutating func counted() -> [UInt8]? {
    next(UInt32.self).flatMap { next(Int($0)) }.map { Array($0) }
  }

  fileprivate mutating func steps() -> [ActionStep]? {
    guard let folderCount = next(UInt32.self) else { return nil }
    var folders: [[UInt8]] = []
    for _ in 0..<folderCount {
      guard let folder = counted() else { return nil }
      folders.append(folder)
    }
    guard let count = next(UInt32.self) else { return nil }
    var steps: [ActionStep] = []
    for _ in 0..<count {
      guard let step = step(in: folders) else { return nil }
      steps.append(step)
    }
    return steps
  }

  private mutating func step(in folders: [[UInt8]]) -> ActionStep? {
    guard let kind = next(UInt8.self).flatMap(ActionStep.Kind.init),
      let isSidecar = next(UInt8.self), let picture = next(UInt32.self),
      let identity = identity(), let from = entry(in: folders), let to = entry(in: folders),
      let note = next(UInt8.self), let text = counted()
    else { return nil }
    return ActionStep(
      kind: kind, from: from, to: to, identity: identity, picture: picture,
      isSidecar: isSidecar == 1, note: note == 0 ? nil : TrashNote(text: text, isAdded: note == 1))
  }

  private mutating func entry(in folders: [[UInt8]]) -> EntryPath? {
    guard let folder = next(UInt32.self), folder < folders.count, let name = counted(),
      !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/"))
    else { return nil }
    return EntryPath(folder: folders[Int(folder)], name: name)
  }
}
