import FolderSources
import GalleryApp
import SourceItems
import Testing

@Suite struct SessionConfigurationTests {
  @Test func `without options too, videos are shown or missed`() {
    let videos = SessionConfiguration(sources: ["Pictures"]).items.folders.videos
    #expect(videos == .possible && videos != .leftOut)
  }
}
