import Foundation
import GalleryCore
import ImageLoading
import Raster

/// A finished load as a line of the trace, with times in milliseconds.
///
/// A time is null for a stage that the load skipped.
struct TraceLine: Encodable {
  /// The most bytes of a URL, which is cut after them: a `data` URL is as long as its picture.
  private static let longestURL = 2_000

  private let startMs: Double
  private let url: String
  private let outcome: String
  private let error: Nullable<String>
  private let source: Nullable<String>
  private let bytes: Int
  private let retries: Int
  private let queueMs: Nullable<Double>
  private let firstByteMs: Nullable<Double>
  private let transferMs: Nullable<Double>
  private let decodeMs: Nullable<Double>
  private let processMs: Nullable<Double>
  private let totalMs: Double

  init(_ load: LoadTrace) {
    startMs = load.startedAt.traceMilliseconds
    url = String(
      Credentials.removed(from: load.url.absoluteString).prefix(Self.longestURL))
    outcome =
      switch load.error {
      case nil: "loaded"
      case .cancelled: "cancelled"
      case .some: "failed"
      }
    error = Nullable(load.error?.sentence)
    source = Nullable(load.source?.rawValue)
    bytes = load.bytes
    retries = load.retries
    queueMs = Nullable(load.queueWait?.traceMilliseconds)
    firstByteMs = Nullable(load.firstByte?.traceMilliseconds)
    transferMs = Nullable(load.transfer?.traceMilliseconds)
    decodeMs = Nullable(load.decode?.traceMilliseconds)
    processMs = Nullable(load.process?.traceMilliseconds)
    totalMs = load.total.traceMilliseconds
  }
}

extension Duration {
  /// The milliseconds, rounded to the microsecond, so that a line stays short.
  fileprivate var traceMilliseconds: Double { (milliseconds * 1_000).rounded() / 1_000 }
}
