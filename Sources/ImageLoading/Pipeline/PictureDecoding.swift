import DiskCache
import FoundationEssentials
import ImageDecoding
import LocalPictures
import Raster
import ThumbnailStore

/// Makes the picture of a request from given bytes or from its local URL.
struct PictureDecoding: Sendable {
  let decoder: any PixelDecoding
  /// The decoder for server responses: with a disk cache, it decodes each large body once per size.
  private let bodyDecoder: any PixelDecoding
  /// The thumbnails of local files; nil if none are stored.
  let shelf: ThumbnailShelf?
  let fileSystems: FileSystems
  private let sharedFolder: String?
  private let posterTool: PosterTool?

  /// - Parameter fileSystems: the source of file identities.
  init(
    _ configuration: ImagePipeline.Configuration, fileSystems: FileSystems = FileSystems()
  ) {
    self.fileSystems = fileSystems
    decoder = configuration.decoder
    sharedFolder = configuration.sharedThumbnailFolder
    posterTool = configuration.posterTool
    // A custom decoder may give different results for the same bytes, so nothing is stored.
    guard configuration.decoder is ImageDecoder else {
      bodyDecoder = configuration.decoder
      shelf = nil
      return
    }
    shelf = configuration.thumbnailStore.map { ThumbnailShelf($0, fileSystems: fileSystems) }
    bodyDecoder =
      if let dataCache = configuration.dataCache {
        CachingDecoder(decoder: configuration.decoder, cache: dataCache)
      } else { configuration.decoder }
  }

  /// Returns the picture, and a copy of it to store, if any.
  ///
  /// - Parameters:
  ///   - bytes: nil if the local URL must be read.
  ///   - work: receives the number of bytes read, and their source.
  func picture(
    of request: ImageRequest, in bytes: Data?, within limits: ImageLimits,
    _ work: inout WorkDone, _ isCancelled: () -> Bool
  ) throws(ImageError) -> (image: PixelImage, copy: ThumbnailShelf.Copy?) {
    // A person who reloads a picture distrusts every stored size of it.
    if bytes == nil, request.cachePolicy == .reload { shelf?.forget(request.url) }
    let slot = bytes == nil ? shelf?.slot(for: request, within: limits) : nil
    if let slot, let stored = stored(request, in: slot, &work, isCancelled) { return (stored, nil) }
    var made = try made(request, slot, in: bytes, within: limits, &work, isCancelled)
    if bytes == nil {
      made.image.info?.noteFileDate(of: request.url, modified: slot?.file.modified)
    }
    return made
  }

  /// Makes a picture that has no stored thumbnail.
  private func made(
    _ request: ImageRequest, _ slot: ThumbnailShelf.Slot?, in bytes: Data?,
    within limits: ImageLimits, _ work: inout WorkDone, _ isCancelled: () -> Bool
  ) throws(ImageError) -> (image: PixelImage, copy: ThumbnailShelf.Copy?) {
    if let bytes {
      let keepsSize = !request.isTransient && request.address.isKeptOnDisk
      let decoder = keepsSize ? bodyDecoder : self.decoder(for: request)
      return (try decoder.image(of: bytes, for: request, limits, isCancelled).noting(bytes), nil)
    }
    if VideoFile.isVideo(request.url) {
      return try poster(of: request, slot, within: limits, &work, isCancelled)
    }
    if let slot, let shared = shared(for: request, slot, within: limits, isCancelled) {
      work.bytesRead = PictureFile.beginningBytes
      return shared
    }
    let decoder = decoder(for: request)
    let local = try read(
      request, slot?.scale, by: decoder, within: limits, &work, isCancelled)
    return try decode(local, by: decoder, for: request, slot, within: limits, isCancelled) {
      $0.noting(local)
    }
  }

  /// Whether to look for a thumbnail first, on a thread that decodes no originals.
  ///
  /// That is done for speculation and for pictures made by another process: a thumbnail takes less
  /// than a millisecond, and would wait behind many originals. Visible pictures are decoded by all
  /// threads at once, in their order.
  func looksFirst(for request: ImageRequest, isAhead: Bool) -> Bool {
    shelf != nil && ThumbnailShelf.mayHave(request.url, request.thumbnails)
      && (isAhead || waitsForProcess(request))
  }

  /// Returns the picture of a request from a stored thumbnail; nil if there is none.
  func stored(
    _ request: ImageRequest, within limits: ImageLimits, _ work: inout WorkDone,
    _ isCancelled: () -> Bool
  ) -> PixelImage? {
    guard let slot = shelf?.slot(for: request, within: limits) else { return nil }
    return stored(request, in: slot, &work, isCancelled)
  }

  private func stored(
    _ request: ImageRequest, in slot: ThumbnailShelf.Slot, _ work: inout WorkDone,
    _ isCancelled: () -> Bool
  ) -> PixelImage? {
    work.isDistant = fileSystems.isDistant(device: slot.file.device)
    guard var stored = shelf?.picture(in: slot, for: request, isCancelled) else { return nil }
    stored.image.info?.noteFileDate(of: request.url, modified: slot.file.modified)
    work.bytesRead = stored.bytesRead
    work.source = .disk
    return stored.image
  }

  /// Decodes a local picture, and also a copy if there is a slot for one.
  private func decode(
    _ bytes: Data, by decoder: any PixelDecoding, for request: ImageRequest,
    _ slot: ThumbnailShelf.Slot?, within limits: ImageLimits, _ isCancelled: () -> Bool,
    noting: (PixelImage) -> PixelImage
  ) throws(ImageError) -> (image: PixelImage, copy: ThumbnailShelf.Copy?) {
    guard let slot, let decoder = decoder as? ImageDecoder else {
      return (noting(try decoder.image(of: bytes, for: request, limits, isCancelled)), nil)
    }
    let pair = try decoder.pair(of: bytes, for: request, slot.scale, limits, isCancelled)
    let image = noting(pair.image)
    guard let copy = pair.copy, !copy.endsEarly, let info = image.info else { return (image, nil) }
    return (image, ThumbnailShelf.Copy(image: copy, info: info, slot: slot, url: request.url))
  }

  /// Whether a load may wait for another process, which takes as long as it takes.
  ///
  /// This doesn't check for a stored poster, because the file may be on an unresponsive mount.
  func waitsForProcess(_ request: ImageRequest) -> Bool {
    posterTool != nil && VideoFile.isVideo(request.url) || request.isOfLocalDrawing
  }

  private func poster(
    of request: ImageRequest, _ slot: ThumbnailShelf.Slot?, within limits: ImageLimits,
    _ work: inout WorkDone, _ isCancelled: () -> Bool
  ) throws(ImageError) -> (image: PixelImage, copy: ThumbnailShelf.Copy?) {
    let video = try VideoFile(request.url)
    let bytes = try video.poster(by: posterTool, isCancelled)
    work.bytesRead = bytes.count
    return try decode(
      bytes, by: decoder(for: request), for: request, slot, within: limits, isCancelled
    ) { image in
      var image = image
      image.info = video.info(of: bytes)
      return image
    }
  }

  /// Returns the decoder of a request, which uses the largest JPEG of a raw file if thumbnails are not allowed.
  private func decoder(for request: ImageRequest) -> any PixelDecoding {
    guard var own = decoder as? ImageDecoder else { return decoder }
    own.takesLargest = request.thumbnails == .never
    return own
  }

  /// Reads a local file; of a raw file, only the part to be shown.
  private func read(
    _ request: ImageRequest, _ scale: ThumbnailScale?, by decoder: any PixelDecoding,
    within limits: ImageLimits, _ work: inout WorkDone, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    guard request.url.isFileURL else {
      let bytes = try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
      work.bytesRead = bytes.count
      return bytes
    }
    let file = try PictureFile(request.url, maxBytes: limits.maxBytes)
    let isDistant = file.isDistant(on: fileSystems)
    work.isDistant = isDistant
    defer {
      if isDistant {
        work.fileWait = FileWait(opening: file.openingTime, reading: file.readingTime)
      }
    }
    if let decoder = decoder as? ImageDecoder,
      let raw = try file.readRaw(
        for: request, copy: scale, by: decoder, isCancelled: isCancelled)
    {
      work.bytesRead = raw.bytesRead
      return raw.bytes
    }
    let bytes = try file.readWhole(isCancelled: isCancelled)
    work.bytesRead = bytes.count
    return bytes
  }

  /// Returns the picture from another program's thumbnail, if there is one that is large enough.
  private func shared(
    for request: ImageRequest, _ slot: ThumbnailShelf.Slot, within limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) -> (image: PixelImage, copy: ThumbnailShelf.Copy?)? {
    // Other programs have thumbnails of files, not of what is inside archives.
    guard let sharedFolder, request.url.isFileURL, request.cachePolicy != .reload,
      let shared = SharedThumbnail(of: request.url, in: slot, folder: sharedFolder, within: limits),
      let pictures = shared.pictures(for: request.target, copy: slot.scale, isCancelled)
    else { return nil }
    let copy = ThumbnailShelf.Copy(
      image: pictures.copy, info: shared.info, slot: slot, url: request.url)
    return (pictures.image, copy)
  }

  /// Decodes the part of a picture that has arrived so far; nil if that fails.
  func preview(
    of bytes: Data, for request: ImageRequest, within limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) -> PixelImage? {
    try? decoder.image(of: bytes, for: request, limits, isCancelled)
  }
}

extension PixelImage {
  /// Returns the picture with the information from its file.
  fileprivate func noting(_ file: Data) -> PixelImage {
    var image = self
    image.info = file.withUnsafeBytes { file in
      PictureInfo(ofFile: file, byteCount: FirstScans.areAll(of: file) ? nil : file.count)
    }
    return image
  }
}

extension PixelDecoding {
  fileprivate func image(
    of bytes: Data, for request: ImageRequest, _ limits: ImageLimits, _ isCancelled: () -> Bool
  ) throws(ImageError) -> PixelImage {
    try decoding(bytes) { (bytes) throws(ImageDecodingError) in
      try decode(
        bytes, target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels),
        isCancelled: isCancelled)
    }
  }
}

extension ImageDecoder {
  fileprivate func pair(
    of bytes: Data, for request: ImageRequest, _ scale: ThumbnailScale, _ limits: ImageLimits,
    _ isCancelled: () -> Bool
  ) throws(ImageError) -> Pair {
    try decoding(bytes) { (bytes) throws(ImageDecodingError) in
      try decode(
        bytes, target: request.target, copy: scale,
        limits: DecodeLimits(maxPixels: limits.maxPixels), isCancelled: isCancelled)
    }
  }
}

/// Runs a decoder on bytes, and converts its errors to those of a load.
private func decoding<Output>(
  _ bytes: Data, _ body: (UnsafeRawBufferPointer) throws(ImageDecodingError) -> Output
) throws(ImageError) -> Output {
  if bytes.isEmpty { throw .empty }
  let result = bytes.withUnsafeBytes { bytes in
    Result { () throws(ImageDecodingError) in try body(bytes) }
  }
  switch result {
  case .success(let output): return output
  case .failure(.cancelled): throw .cancelled
  case .failure(let error): throw .decoding(error)
  }
}

extension ImageRequest {
  /// Whether its picture is drawn by another process, judged by the file extension.
  var isOfLocalDrawing: Bool {
    url.isFileURL && ["svg", "svgz"].contains(url.pathExtension.lowercased())
  }
}
