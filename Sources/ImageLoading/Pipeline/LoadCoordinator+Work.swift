import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster

/// The work of other threads: each job ends with a message, also when it was told to stop.
extension LoadCoordinator {
  func perform(_ action: JobAction, _ state: inout State) {
    switch action {
    case .lookUp(let url, let id, let urgency):
      let cache = configuration.dataCache
      submit(id, urgency, to: readers(&state), in: &state) { [weak self] _ in
        self?.post(.lookedUp(id, cache?.entry(for: url.cacheIdentity)))
      }
    case .read(let url, let limits, let id, let urgency):
      submit(id, urgency, to: readers(&state), in: &state) { [weak self] isCancelled in
        let result = Result { () throws(ImageError) in
          try LocalBytes.read(url, maxBytes: limits.maxBytes, isCancelled)
        }
        self?.post(.read(id, result.nonempty))
      }
    case .decode(let request, let id, let bytes, let urgency):
      submit(id, urgency, to: decoders(&state), in: &state, decoding(request, id, bytes))
    case .process(let request, let id, let image, let urgency):
      submit(id, urgency, to: decoders(&state), in: &state, processing(request, id, image))
    case .preview(let request, let job, let bytes, let urgency, let transfer):
      submit(
        job, urgency, to: decoders(&state), in: &state, previewing(request, job, bytes, transfer))
    case .standIn(let work, let job, let urgency, let picture):
      let threads = work.stage == .look ? readers(&state) : decoders(&state)
      submit(job, urgency, to: threads, in: &state, standingIn(work, job, picture))
    case .setUrgency(let id, let urgency):
      // A job that has ended is known to the graph until its message is read.
      guard let work = state.jobs[id] else { break }
      work.threads.setUrgency(urgency, of: work.job)
    case .cancel(let id):
      if let work = state.jobs.removeValue(forKey: id) { work.threads.cancel(work.job) }
    }
  }

  /// A frame is nobody's load: it has no place in the graph.
  func decodeFrame(
    of animation: AnimatedImage, _ priority: ImagePriority, _ state: inout State,
    _ completion: @escaping ImagePipeline.FrameCompletion
  ) {
    // Holds the coordinator: its threads would drop the job if the pipeline were released before.
    _ = decoders(&state).submit(priority: priority, visibleAt: state.graph.time.elapsed) { _ in
      let result = Result { () throws(ImageError) in try animation.nextFrame() }
      self.post(.decodedFrame(result, completion))
    }
  }

  /// Starts the threads of the pixels with the first picture.
  private func decoders(_ state: inout State) -> WorkerThreads {
    let threads = state.decoders ?? WorkerThreads(name: "decode", .decoders)
    state.decoders = threads
    return threads
  }

  /// One thread for the disk, so that reading never waits behind decoding, nor decoding for a disk.
  ///
  /// It mostly sleeps; so what is only ahead holds up nothing there.
  private func readers(_ state: inout State) -> WorkerThreads {
    let threads = state.readers ?? WorkerThreads(name: "disk", KindCounts(screen: 1))
    state.readers = threads
    return threads
  }

  private func submit(
    _ id: LoadID, _ urgency: Urgency, to threads: WorkerThreads, in state: inout State,
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void
  ) {
    let job = threads.submit(priority: urgency.priority, visibleAt: urgency.visibleAt, work)
    state.jobs[id] = RunningWork(job: job, threads: threads)
  }
}

// MARK: - Jobs

extension LoadCoordinator {
  private func decoding(
    _ request: ImageRequest, _ id: LoadID, _ bytes: Data?
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = request.limits ?? configuration.limits
    // Another decoder may make something else of a JPEG.
    let takesThumbnail = configuration.decoder is ImageDecoder
    return { [weak self, decoder = configuration.decoder, thumbnails] isCancelled in
      let start = ContinuousClock.now
      var work = WorkDone()
      let result = Result { () throws(ImageError) -> PixelImage in
        if takesThumbnail,
          let thumbnail = SufficientThumbnail(for: request, in: bytes, within: limits, isCancelled)
        {
          work.bytesRead = thumbnail.bytesRead
          return thumbnail.image
        }
        if let bytes {
          let keepsThumbnail = !request.isTransient && request.address.isKeptOnDisk
          let decoder = keepsThumbnail ? thumbnails : decoder
          return try decoder.image(of: bytes, for: request, limits, isCancelled)
        }
        let local = try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
        work.bytesRead = local.count
        return try decoder.image(of: local, for: request, limits, isCancelled)
      }
      work.duration = .now - start
      self?.post(.worked(id, result, work))
    }
  }

  private func processing(
    _ request: ImageRequest, _ id: LoadID, _ image: PixelImage
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    { [weak self] isCancelled in
      guard let processor = request.processors.last else { return }
      let start = ContinuousClock.now
      let result = Result { () throws(ImageError) in
        try processor.run(on: image, isCancelled: isCancelled)
      }
      self?.post(.worked(id, result, WorkDone(duration: .now - start)))
    }
  }

  private func previewing(
    _ request: ImageRequest, _ job: LoadID, _ bytes: Data, _ transfer: LoadID
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = request.limits ?? configuration.limits
    return { [weak self, decoder = configuration.decoder] isCancelled in
      let image = try? decoder.image(of: bytes, for: request, limits, isCancelled)
      let preview = image.map { ImagePreview($0, isWhole: !$0.pixels.contains { $0 >> 24 == 0 }) }
      self?.post(.previewed(transfer: transfer, job: job, request, preview))
    }
  }

  /// A look takes a fifth of a millisecond, so that it need not wait behind whole pictures.
  private func standingIn(
    _ work: StandInWork, _ job: LoadID, _ picture: LoadID
  ) -> @Sendable (_ isCancelled: () -> Bool) -> Void {
    let limits = work.request.limits ?? configuration.limits
    return { [weak self] isCancelled in
      let outcome = work.outcome(within: limits, isCancelled)
      self?.post(.stoodIn(picture: picture, job: job, work, outcome))
    }
  }
}

// MARK: - Caches

extension LoadCoordinator {
  /// What came from a server goes into the disk cache, if the server allows it.
  func perform(_ action: CacheAction, at wallSeconds: Int) {
    switch action {
    case .remember(let request, let image, let isSpeculative):
      cache.insert(image, for: request, isSpeculative: isSpeculative)
    case .store(let url, let bytes, let head):
      guard let metadata = CacheMetadata(head.fields, receivedAt: wallSeconds) else {
        return discard(url)
      }
      configuration.dataCache?.store(
        CachedData(bytes: bytes, metadata: metadata), for: url.cacheIdentity)
    case .refresh(let url, let cached, let head):
      guard
        let metadata = cached.metadata.confirmed(by: head.fields, receivedAt: wallSeconds)
      else { return discard(url) }
      configuration.dataCache?.refresh(metadata, for: url.cacheIdentity)
    case .discard(let url): discard(url)
    }
  }

  private func discard(_ url: URL) {
    configuration.dataCache?.remove(for: url.cacheIdentity)
  }
}

extension Result<Data, ImageError> {
  fileprivate var nonempty: Self {
    if case .success(let bytes) = self, bytes.isEmpty { .failure(.empty) } else { self }
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
          bytes, target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels),
          isCancelled: isCancelled)
      }
    }
    switch picture {
    case .success(let picture): return picture
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .decoding(error)
    }
  }
}
