import ImageLoading
import LocalPictures
import SourceItems
import Testing

@Suite struct VideoEndingsTests {
  @Test func `posters are made of the files that folders list as videos`() {
    #expect(PictureNames.videoEndings == VideoFile.endings)
  }
}
