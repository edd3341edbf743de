import DiskCache
import ImageDecoding
import ImageLoading
import LocalPictures

extension ImagePipeline.Configuration {
  /// The configuration for a person's limits.
  ///
  /// - Parameter caches: the caches on disk; nil for none.
  init(_ loading: SessionConfiguration.Loading, _ caches: DiskCaches?) {
    self.init()
    decoder = ImageDecoder(isolation: .ownProgram)
    if let bytes = loading.memoryLimitBytes { imageCache = ImageCache(costLimitBytes: bytes) }
    if let caches {
      dataCache = caches.data
      thumbnailStore = caches.thumbnails
      sharedThumbnailFolder = SessionConfiguration.Loading.sharedThumbnailFolder
    }
    limits = loading.limits
    posterTool = .installed
    if let count = loading.connectionsPerHost { connectionsPerHost = count }
  }
}

extension DiskCaches {
  /// The disk caches of a session; nil for none.
  ///
  /// The demo's server has another port each time, so its pictures would never be found again. They
  /// are cached only if a folder was specified.
  init?(_ configuration: SessionConfiguration) {
    let loading = configuration.loading
    let isDemo = configuration.items.sources.isEmpty
    let usual = isDemo ? nil : SessionConfiguration.Loading.personalCacheFolder
    guard loading.diskLimitBytes > 0, let folder = loading.cacheFolder ?? usual else { return nil }
    self.init(folder: folder, limitBytes: loading.diskLimitBytes)
  }
}
