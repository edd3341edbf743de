import ImageLoading
import LocalPictures
import SourceItems
import Testing

@Suite struct VideoEndingsTests {
  @Test func `what folders list as videos is what posters are made of`() {
    #expect(PictureNames.videoEndings == VideoFile.endings)
  }
}
