import TerminalGraphics
import Testing

@Suite struct AnswerWatchTests {
  @Test func `answers are asked for three seconds after a sign of the person`() {
    let start = Duration.seconds(60)
    var watch = AnswerWatch()
    watch.recordPresence(at: start)
    watch.recordPresence(at: start + .seconds(5))
    #expect(watch.wantsAnswers(at: start + .seconds(7)))
    #expect(!watch.wantsAnswers(at: start + .seconds(8)))
  }

  @Test func `answers are waited for a second after the last, whatever frames come`() {
    let start = Duration.seconds(60)
    var watch = AnswerWatch()
    #expect(!watch.wantsAnswers(at: start))
    watch.recordPresence(at: start)
    #expect(watch.wantsAnswers(at: start + .seconds(2)))
    #expect(!watch.wantsAnswers(at: start + .seconds(3)))
    #expect(watch.deadline == nil)
    watch.setAwaitedCount(2, at: start)
    watch.setAwaitedCount(1, at: start + .milliseconds(300))
    watch.setAwaitedCount(1, at: start + .milliseconds(900))
    #expect(watch.deadline == start + .milliseconds(1300))
    watch.setAwaitedCount(0, at: start + .milliseconds(400))
    #expect(watch.deadline == nil)
  }
}
