import FoundationEssentials
import ImageDecoding

extension StandInWork {
  /// Of a file's beginning: what cameras write before the picture is nearly always less.
  static let beginningBytes = 64 << 10

  /// Does it, on the calling thread.
  func outcome(within limits: ImageLimits, _ isCancelled: () -> Bool) -> StandInOutcome {
    guard !isCancelled(), let bytes = try? bytes ?? read(within: limits, isCancelled) else {
      return .nothing
    }
    let maker = StandInMaker(
      target: request.target, limits: DecodeLimits(maxPixels: limits.maxPixels),
      isHurried: isHurried)
    return bytes.withUnsafeBytes { bytes in
      switch stage {
      case .look: maker.look(at: bytes, isCancelled: isCancelled)
      case .decodeEighth: maker.decodeEighth(of: bytes, isCancelled: isCancelled)
      }
    }
  }

  private func read(
    within limits: ImageLimits, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    switch stage {
    case .look:
      try FileDataLoader(maxBytes: limits.maxBytes)
        .read(first: Self.beginningBytes, of: request.url)
    case .decodeEighth:
      try LocalBytes.read(request.url, maxBytes: limits.maxBytes, isCancelled)
    }
  }
}
