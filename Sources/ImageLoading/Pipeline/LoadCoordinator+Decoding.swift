import FoundationEssentials

extension LoadCoordinator {
  /// The work of a decode thread: to get a picture out of these bytes, or of local ones.
  ///
  /// It ends with a message, also when it was told to stop on its way.
  func decoding(
    _ request: ImageRequest, _ id: LoadID, _ bytes: Data?
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    {
      [weak self, cache, decoder = configuration.decoder, limits = configuration.limits] isCancelled
      in
      var bytesRead = 0
      let result = Result { () throws(ImageError) -> PixelImage in
        if let bytes { return try decoder.image(of: bytes, for: request, limits, isCancelled) }
        let local = try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
        bytesRead = local.count
        return try decoder.image(of: local, for: request, limits, isCancelled)
      }
      if case .success(let image) = result { cache.insert(image, for: request) }
      self?.post(.decoded(request, id, result, bytesRead: bytesRead))
    }
  }
}

extension ImageDecoding {
  fileprivate func image(
    of bytes: Data, for request: ImageRequest, _ limits: ImageLimits, _ isCancelled: () -> Bool
  ) throws(ImageError) -> PixelImage {
    if bytes.isEmpty { throw .empty }
    let picture = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in
        try decode(
          bytes, target: request.targetSize, contentMode: request.contentMode,
          limits: DecodeLimits(maxPixels: limits.maxPixels), isCancelled: isCancelled)
      }
    }
    switch picture {
    case .success(let picture): return picture
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .decoding(error)
    }
  }
}
