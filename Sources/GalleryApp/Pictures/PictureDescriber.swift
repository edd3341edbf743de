import FoundationEssentials
import GalleryCore
import ImageDecoding
import ImageLoading
import LocalPictures
import Raster

/// Gets the descriptions of pictures; main thread only.
///
/// The bytes come from the disk cache, or from the transfer of the picture itself.
final class PictureDescriber {
  /// The number of remembered descriptions, some hundred bytes each without texts.
  private static let remembered = 500
  /// The most bytes of the texts of one that is remembered.
  private static let rememberedText = 8 << 10

  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let headers: OriginHeaders
  private let thread: SerialThread
  private var tasks: [TileKey: (task: ImageTask, url: URL)] = [:]
  private var known: [URL: PictureInfo] = [:]

  init(
    pipeline: ImagePipeline, mailbox: Mailbox, headers: OriginHeaders, thread: SerialThread
  ) {
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.headers = headers
    self.thread = thread
  }

  var isIdle: Bool { tasks.isEmpty }

  func describe(_ request: TileRequest) {
    let key = request.key
    if !request.bypassesCaches, let info = known[request.url] {
      mailbox.post(.described(key, info))
      return
    }
    // A video's file has nothing for a decoder, and may not fit in memory.
    if VideoFile.isVideo(request.url) { return describeVideo(request) }
    let task = pipeline.loadData(with: ImageRequest(request, headers)) { [mailbox, thread] result in
      switch result {
      case .success(let bytes):
        thread.run {
          let metadata = try? ImageMetadata(bytes)
          var info = metadata.map(PictureInfo.init) ?? PictureInfo()
          info.texts = bytes.withUnsafeBytes { PictureInfo(textsIn: $0).texts }
          info.noteFileDate(of: request.url)
          mailbox.post(.described(key, info))
        }
      case .failure(.cancelled): break
      case .failure: mailbox.post(.described(key, PictureInfo()))
      }
    }
    tasks[key] = (task, request.url)
  }

  private func describeVideo(_ request: TileRequest) {
    let key = request.key
    let task = pipeline.loadImage(with: ImageRequest(request, headers)) { [mailbox] result in
      if case .failure(.cancelled) = result { return }
      mailbox.post(.described(key, (try? result.get())?.info ?? PictureInfo()))
    }
    tasks[key] = (task, request.url)
  }

  func stop(_ key: TileKey) {
    tasks.removeValue(forKey: key)?.task.cancel()
  }

  /// Notes that a description was taken out of the mailbox.
  func finished(_ key: TileKey, _ info: PictureInfo) {
    guard let url = tasks.removeValue(forKey: key)?.url, info.size != nil,
      info.texts.reduce(0, { $0 + $1.text.utf8.count }) <= Self.rememberedText
    else { return }
    if known.count >= Self.remembered { known.removeAll() }
    known[url] = info
  }
}
