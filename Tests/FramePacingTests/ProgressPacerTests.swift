import Testing

@testable import FramePacing

@Suite struct ProgressPacerTests {
  @Test func `a young load says nothing`() {
    var pacer = ProgressPacer(loadStartedAt: .milliseconds(1_000))
    let shown = [1_000, 1_299, 1_300].map { pacer.showsProgress(at: .milliseconds($0)) }
    #expect(shown == [false, false, true])
  }

  @Test func `the first report of an old load is shown at once`() {
    var pacer = ProgressPacer(loadStartedAt: .zero)
    let isShown = pacer.showsProgress(at: .seconds(9))
    #expect(isShown)
  }

  @Test func `ten reports a second are shown, however many come`() {
    var pacer = ProgressPacer(loadStartedAt: .zero)
    let shown = (0..<2_300).count { pacer.showsProgress(at: .milliseconds($0)) }
    #expect(shown == 20)
  }

  @Test func `a wait is shown at once when it outlasts the patience`() {
    var pacer = ProgressPacer(loadStartedAt: .zero)
    let waits = [
      pacer.showsWait(of: .milliseconds(100), at: .milliseconds(10)),
      pacer.showsWait(of: .seconds(2), at: .milliseconds(150)),
    ]
    #expect(waits == [false, true])
    let reports = [299, 300].map { pacer.showsProgress(at: .milliseconds($0)) }
    #expect(reports == [false, true])
  }
}
