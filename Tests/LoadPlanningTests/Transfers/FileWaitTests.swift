import Testing

@testable import LoadPlanning

@Suite struct FileWaitTests {
  private func wait(_ opening: Int, _ reading: Int) -> (firstByte: Duration, transfer: Duration) {
    let wait = FileWait(opening: .milliseconds(opening), reading: .milliseconds(reading))
    return (wait.firstByte, wait.transfer)
  }

  @Test func `a read waits for its first byte as long as the opening took`() {
    #expect(wait(60, 60) == (.milliseconds(120), .zero))
    #expect(wait(60, 400) == (.milliseconds(120), .milliseconds(340)))
  }

  @Test func `a faster read has no transfer time`() {
    #expect(wait(60, 10) == (.milliseconds(70), .zero))
    #expect(wait(60, 0) == (.milliseconds(60), .zero))
  }
}
