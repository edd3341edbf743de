import FoundationEssentials
import GalleryCore
import ImageDecoding
import ImageLoading

/// Finds the descriptions of pictures; main thread only.
///
/// The bytes come from the disk cache, or from the transfer that loads the picture itself.
final class PictureDescriber {
  /// The number of remembered descriptions, each of which takes some hundred bytes.
  private static let remembered = 500

  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let thread: SerialThread
  private var tasks: [TileKey: (task: ImageTask, url: URL)] = [:]
  private var known: [URL: PictureInfo] = [:]

  init(pipeline: ImagePipeline, mailbox: Mailbox, thread: SerialThread) {
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.thread = thread
  }

  var isIdle: Bool { tasks.isEmpty }

  func describe(_ request: TileRequest) {
    let key = request.key
    if !request.bypassesCaches, let info = known[request.url] {
      mailbox.post(.described(key, info))
      return
    }
    let task = pipeline.loadData(with: ImageRequest(request)) { [mailbox, thread] result in
      switch result {
      case .success(let bytes):
        thread.run {
          let metadata = try? ImageMetadata(bytes)
          mailbox.post(.described(key, metadata.map(PictureInfo.init) ?? PictureInfo()))
        }
      case .failure(.cancelled): break
      case .failure: mailbox.post(.described(key, PictureInfo()))
      }
    }
    tasks[key] = (task, request.url)
  }

  func stop(_ key: TileKey) {
    tasks.removeValue(forKey: key)?.task.cancel()
  }

  /// Notes that a description was taken out of the mailbox.
  func finished(_ key: TileKey, _ info: PictureInfo) {
    guard let url = tasks.removeValue(forKey: key)?.url, info.size != nil else { return }
    if known.count >= Self.remembered { known.removeAll() }
    known[url] = info
  }
}

extension PictureInfo {
  init(_ metadata: ImageMetadata) {
    self.init(size: metadata.size)
    format = metadata.format
    bytes = metadata.byteCount
    frameCount = metadata.frameCount
    guard let camera = metadata.camera else { return }
    takenAt = camera.dateTaken
    self.camera = camera.name
    exposure = camera.settings
  }
}

extension CameraData {
  /// The maker and the model, with the maker only once.
  fileprivate var name: String? {
    guard let make, let model, !model.hasPrefix(make) else { return model ?? make }
    return "\(make) \(model)"
  }

  /// The known settings, such as `1/250 s, f/2.8, ISO 100, 35 mm`.
  fileprivate var settings: String? {
    let parts = [
      exposureDescription, fNumber.map { "f/\($0.short)" }, isoSpeed.map { "ISO \($0)" },
      focalLength.map { "\($0.short) mm" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Double {
  /// The number with one decimal if it has any; a lens has no more than that.
  fileprivate var short: String {
    let tenths = Int((Swift.min(self, 1e9) * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
