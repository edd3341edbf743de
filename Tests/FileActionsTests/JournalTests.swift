import CacheFiles
import SimulationModels
import TestSupport
import Testing

@testable import FileActions

/// The bytes of journals, and the history that they tell.
@Suite struct JournalTests {
  private func step(_ number: Int, _ random: inout SeededRandom) -> ActionStep {
    func name() -> [UInt8] {
      (0..<Int.random(in: 1...20, using: &random)).map { _ in
        let byte = UInt8.random(in: 1...255, using: &random)
        return byte == UInt8(ascii: "/") ? 1 : byte
      }
    }
    return ActionStep(
      kind: [.move, .copy].randomElement(using: &random) ?? .move,
      from: EntryPath(folder: [47] + name(), name: name()),
      to: EntryPath(folder: [47] + name(), name: name()),
      identity: FileIdentity(bytes: 5, modified: -3, inode: .max), picture: UInt32(number),
      isSidecar: Bool.random(using: &random),
      note: Bool.random(using: &random) ? TrashNote(text: name(), isAdded: true) : nil)
  }

  private func records(_ count: Int) -> [JournalRecord] {
    var random = SeededRandom(seed: 1)
    var records: [JournalRecord] = [.begin(batch: 7, kind: .move, date: 1, steps: count)]
    for number in 0..<count {
      records.append(.steps(batch: 7, first: number, [step(number, &random)]))
      records.append(.states(batch: 7, number..<number + 1, .done))
    }
    return records + [
      .landed(batch: 7, step: 0, FileIdentity(bytes: 1, modified: 2, inode: 3)), .end(batch: 7),
    ]
  }

  @Test func `a journal cut anywhere tells all records before the cut`() throws {
    let all = records(5)
    var ends: [Int] = [0]
    for count in 1...all.count {
      ends.append(JournalFormat.encoded(Array(all.prefix(count))).count)
    }
    let bytes = JournalFormat.heading + JournalFormat.encoded(all)
    for length in JournalFormat.heading.count...bytes.count {
      let (found, valid) = try #require(JournalFormat.decoded(Array(bytes.prefix(length))))
      let count = ends.lastIndex { JournalFormat.heading.count + $0 <= length } ?? 0
      #expect(found == Array(all.prefix(count)))
      #expect(valid == JournalFormat.heading.count + ends[count])
    }
  }

  @Test func `a damaged record ends the journal, and no damage is read as a record`() throws {
    let all = records(5)
    let bytes = JournalFormat.heading + JournalFormat.encoded(all)
    for place in JournalFormat.heading.count..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 0x55
      let (found, _) = try #require(JournalFormat.decoded(damaged))
      #expect(found.count < all.count && found == Array(all.prefix(found.count)))
    }
    #expect(JournalFormat.decoded(Array("another file".utf8)) == nil)
  }

  @Test func `a history written anew is the same history`() throws {
    let history = ActionHistory(records(3000))
    #expect(history.batches.first?.entries.count == 3000)
    #expect(ActionHistory(history.records) == history)
    let (found, _) = try #require(
      JournalFormat.decoded(JournalFormat.heading + JournalFormat.encoded(history.records)))
    #expect(ActionHistory(found) == history)
  }

  @Test func `the oldest actions are forgotten beyond the limit, the last one never`() {
    var history = ActionHistory()
    for id in 0..<UInt64(ActionHistory.mostBatches + 5) {
      var random = SeededRandom(seed: id)
      history.apply(.begin(batch: id, kind: .move, date: 0, steps: 1))
      history.apply(.steps(batch: id, first: 0, [step(0, &random)]))
      history.apply(.states(batch: id, 0..<1, .done))
    }
    history.prune()
    #expect(history.batches.count == ActionHistory.mostBatches)
    #expect(history.batches.first?.id == 5)
  }

  @Test func `a step list that is too long for the rest of a record is refused`() throws {
    // A count of four billion must not be allocated.
    var payload = ByteWriter()
    payload.append(UInt8(2))
    payload.append(UInt64(7))
    payload.append(UInt32(0))
    payload.append(UInt32.max)
    var frame = ByteWriter()
    frame.append(UInt32(payload.bytes.count))
    frame.append(Checksum.of(payload.bytes.span.bytes))
    let bytes = JournalFormat.heading + frame.bytes + payload.bytes
    #expect(try #require(JournalFormat.decoded(bytes)).records.isEmpty)
  }
}
