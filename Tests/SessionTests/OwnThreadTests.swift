import TestSupport
import Testing

/// The threads of the tests that block.
@Suite(.ownThread) struct OwnThreadTests {
  @Test func `a test that may block is on a thread of its own`() {
    #expect(OwnThreadTrait.isInForce)
  }

  @Test func `so is one that has waited`() async {
    await Task.yield()
    #expect(isInForce)
  }

  /// Asynchronous code may not ask for its thread.
  private var isInForce: Bool { OwnThreadTrait.isInForce }
}
