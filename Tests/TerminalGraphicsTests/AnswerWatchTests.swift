import TerminalGraphics
import Testing

@Suite struct AnswerWatchTests {
  @Test func `answers are asked for three seconds after a sign of the person`() {
    let start = Duration.seconds(60)
    var watch = AnswerWatch()
    watch.begin(at: start)
    watch.begin(at: start + .seconds(5))
    #expect(watch.wantsAnswers(at: start + .seconds(7)))
    #expect(!watch.wantsAnswers(at: start + .seconds(8)))
  }

  @Test func `answers are waited for a second after the last, whatever frames come`() {
    let start = Duration.seconds(60)
    var watch = AnswerWatch()
    #expect(!watch.wantsAnswers(at: start))
    watch.begin(at: start)
    #expect(watch.wantsAnswers(at: start + .seconds(2)))
    #expect(!watch.wantsAnswers(at: start + .seconds(3)))
    #expect(watch.deadline == nil)
    watch.note(awaited: 2, at: start)
    watch.note(awaited: 1, at: start + .milliseconds(300))
    watch.note(awaited: 1, at: start + .milliseconds(900))
    #expect(watch.deadline == start + .milliseconds(1300))
    watch.note(awaited: 0, at: start + .milliseconds(400))
    #expect(watch.deadline == nil)
  }
}
