import Testing

@testable import GalleryApp

@Suite struct VersionTests {
  @Test func `the version names the commit if the build knows it`() {
    #expect(Version.line(for: "filmstrip", commit: "") == "filmstrip \(Version.number)")
    #expect(
      Version.line(for: "filmstrip", commit: "34cce9306f1c")
        == "filmstrip \(Version.number) (34cce9306f1c)")
  }
}
