import Testing

@testable import GalleryApp
@testable import ImageLoading

@Suite struct WarmingLineTests {
  private func progress(done: Int, made: Int = 0) -> ThumbnailMaker.Progress {
    var progress = ThumbnailMaker.Progress()
    progress.done = done
    progress.made = made
    return progress
  }

  @Test(arguments: [
    (0, 4.0, "0 of 40000 pictures, 0 a second"),
    (1_200, 4.0, "1200 of 40000 pictures, 300 a second, 2 min left"),
    (39_000, 100.0, "39000 of 40000 pictures, 390 a second, 3 s left"),
    (40_000, 100.0, "40000 of 40000 pictures, 400 a second"),
  ])
  func `a line says how fast it goes, and how long it takes yet`(
    done: Int, seconds: Double, text: String
  ) {
    let line = WarmingLine(progress(done: done), of: 40_000, after: .seconds(seconds))
    #expect(line.text == text)
  }

  @Test func `at the end it says what has come of all, and leaves out what has not happened`() {
    let line = WarmingLine(progress(done: 30, made: 20), of: 100, after: .seconds(2))
    #expect(
      line.summary == """
        thumbnails made  20
        not reached      70
        in 2.0 s, 15 pictures a second

        """)
  }
}
