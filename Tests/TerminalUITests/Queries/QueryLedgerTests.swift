import Raster
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct QueryLedgerTests {
  fileprivate static let start = Duration.seconds(60)

  private static func ledger(_ queries: [(StatusQuery, QueryLedger.Asker)]) -> QueryLedger {
    var ledger = QueryLedger()
    for (query, asker) in queries { ledger.asked(query, by: asker, at: start) }
    return ledger
  }

  @Test func `an answer belongs to the first query that it fits`() {
    var ledger = Self.ledger([(.attributes, .session), (.attributes, .frame)])
    #expect(ledger.answer(.attributes([6])) == .init(asker: .session, frames: 0))
    #expect(ledger.answer(.operatingStatus) == nil)
    #expect(ledger.answer(.attributes([6])) == .init(asker: .frame, frames: 1))
    #expect(ledger.answer(.attributes([6])) == nil)
  }

  @Test func `queries before an answered one are answered with it`() {
    var ledger = Self.ledger([
      (.operatingStatus, .frame), (.attributes, .frame), (.cursorPosition, .session),
      (.operatingStatus, .frame),
    ])
    #expect(ledger.answer(.cursor(row: 1, column: 1)) == .init(asker: .session, frames: 2))
    #expect(ledger.answer(.operatingStatus) == .init(asker: .frame, frames: 1))
  }

  @Test func `a late answer to a former frame acknowledges no newer one`() {
    var ledger = Self.ledger([(.operatingStatus, .frame), (.operatingStatus, .frame)])
    ledger.forgetFrames(isCut: false)
    ledger.asked(.operatingStatus, by: .frame, at: Self.start)
    #expect(ledger.answer(.operatingStatus) == .init(asker: .formerFrame, frames: 0))
    #expect(ledger.answer(.operatingStatus) == .init(asker: .formerFrame, frames: 0))
    #expect(ledger.answer(.operatingStatus) == .init(asker: .frame, frames: 1))
  }

  @Test func `a frame that was cut short is owed no answer, and those before it are`() {
    var ledger = Self.ledger([(.operatingStatus, .frame), (.operatingStatus, .frame)])
    ledger.forgetFrames(isCut: true)
    ledger.asked(.operatingStatus, by: .frame, at: Self.start)
    #expect(ledger.answer(.operatingStatus)?.frames == 0)
    #expect(ledger.answer(.operatingStatus)?.frames == 1)
  }

  @Test func `an answer that is late is not waited for`() {
    var ledger = Self.ledger([(.attributes, .frame)])
    #expect(ledger.isAwaitingReply(at: Self.start + .milliseconds(1999)))
    #expect(!ledger.isAwaitingReply(at: Self.start + .seconds(2)))
    ledger = QueryLedger()
    #expect(!ledger.isAwaitingReply(at: Self.start))
    ledger.expectLooseReplies(until: Self.start + .seconds(1))
    #expect(ledger.isAwaitingReply(at: Self.start))
    #expect(ledger.answer(.textArea(.init(width: 1, height: 1))) == nil)
    #expect(!ledger.isAwaitingReply(at: Self.start))
    ledger.expectLooseReplies(until: Self.start + .seconds(1))
    #expect(ledger.answer(.version("kitty(0.41.1)")) == nil)
    #expect(ledger.isAwaitingReply(at: Self.start))
    #expect(ledger.answer(.secondaryAttributes([1, 4000, 41])) == nil)
    #expect(!ledger.isAwaitingReply(at: Self.start), "that of the terminal behind tmux")
  }

  @Test func `the last time at which a reply may come is that of the query with the most patience`()
  {
    var ledger = QueryLedger()
    #expect(ledger.replyDeadline(at: Self.start) == nil)
    ledger.expectLooseReplies(until: Self.start + .milliseconds(500))
    #expect(ledger.replyDeadline(at: Self.start) == Self.start + .milliseconds(500))
    ledger.asked(.attributes, by: .session, at: Self.start)
    #expect(ledger.replyDeadline(at: Self.start) == Self.start + QueryLedger.patience)
    _ = ledger.answer(.attributes([6]))
    #expect(ledger.replyDeadline(at: Self.start) == Self.start + .milliseconds(500))
    #expect(ledger.replyDeadline(at: Self.start + .seconds(1)) == nil)
  }

  @Test func `replies about graphics are expected until the last has come`() {
    var ledger = QueryLedger()
    ledger.expectLooseReplies(until: Self.start + .milliseconds(500))
    ledger.expectGraphicReplies(2, until: Self.start + .seconds(1))
    for reply: TerminalReply in [
      .graphics(id: TerminalIdentity.graphicsQueryID, message: "OK"),
      .textArea(.init(width: 1, height: 1)), .graphics(id: 300, message: "OK"),
    ] {
      #expect(ledger.answer(reply) == nil)
      #expect(ledger.isAwaitingReply(at: Self.start + .milliseconds(999)))
    }
    #expect(ledger.answer(.graphics(id: 301, message: "EINVAL:too few")) == nil)
    #expect(!ledger.isAwaitingReply(at: Self.start))
  }

  @Test func `a terminal that is asked forever and answers nothing costs no memory`() {
    var ledger = QueryLedger()
    for _ in 0..<100_000 { ledger.asked(.operatingStatus, by: .frame, at: Self.start) }
    #expect(ledger.answer(.operatingStatus)?.frames == 1)
    var answered = 1
    while let answer = ledger.answer(.operatingStatus) { answered += answer.frames }
    #expect(answered == 64)
  }

  @Test func `in order, every frame is counted once`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      var (ledger, sent): (QueryLedger, [(StatusQuery, QueryLedger.Asker)]) = (QueryLedger(), [])
      var (asked, counted) = (0, 0)
      // A terminal that answers some queries and never the others.
      let silent = StatusQuery.allCases.randomElement(using: &random)
      for _ in 0..<40 {
        if Bool.random(using: &random) {
          let query = StatusQuery.allCases.randomElement(using: &random) ?? .attributes
          let asker: QueryLedger.Asker = Bool.random(using: &random) ? .session : .frame
          ledger.asked(query, by: asker, at: Self.start)
          sent.append((query, asker))
          if asker == .frame { asked += 1 }
        } else if !sent.isEmpty {
          let (query, asker) = sent.removeFirst()
          guard query != silent else { continue }
          let answer = ledger.answer(Self.reply(to: query))
          #expect(answer?.asker == asker)
          counted += answer?.frames ?? 0
        }
      }
      let waiting = sent.count { $0.1 == .frame }
      #expect(counted <= asked)
      #expect(counted + waiting <= asked)
      ledger.asked(
        silent == .attributes ? .operatingStatus : .attributes, by: .session, at: Self.start)
      for (query, _) in sent where query != silent {
        counted += ledger.answer(Self.reply(to: query))?.frames ?? 0
      }
      counted +=
        ledger.answer(Self.reply(to: silent == .attributes ? .operatingStatus : .attributes))?
        .frames ?? 0
      #expect(counted == asked)
    }
  }

  private static func reply(to query: StatusQuery) -> TerminalReply {
    switch query {
    case .operatingStatus: .operatingStatus
    case .attributes: .attributes([62])
    case .cursorPosition: .cursor(row: 1, column: 1)
    }
  }
}

extension QueryLedger {
  /// Removes the query that a reply answers at the start.
  fileprivate mutating func answer(_ reply: TerminalReply) -> Answer? {
    answer(reply, at: QueryLedgerTests.start)
  }
}
