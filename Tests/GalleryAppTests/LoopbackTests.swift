import Testing

@testable import GalleryApp

@Suite struct LoopbackTests {
  @Test(arguments: [
    ("", "127.0.0.1"), ("a.test", "a.test,127.0.0.1"), ("127.0.0.1", "127.0.0.1"),
    ("a.test,127.0.0.1", "a.test,127.0.0.1"), ("127.0.0.10", "127.0.0.10,127.0.0.1"),
    // libcurl takes it for all hosts only where it stands alone.
    ("*", "*"), ("*,a.test", "*,a.test,127.0.0.1"),
  ])
  func `the program's own server needs no proxy, and nobody else gets one`(
    hosts: String, exempt: String
  ) {
    #expect(Loopback.exempting(in: hosts) == exempt)
  }
}
