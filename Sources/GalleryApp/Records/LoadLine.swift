import Foundation
import GalleryCore
import ImageLoading
import Raster

/// A finished load as a line of the log: one object with the fields of both parts.
struct LoadLine: Encodable {
  private let outcome: Outcome
  private let times: Times

  init(_ load: LoadTrace) {
    outcome = Outcome(load)
    times = Times(load)
  }

  func encode(to encoder: any Encoder) throws {
    try outcome.encode(to: encoder)
    try times.encode(to: encoder)
  }
}

extension LoadLine {
  /// The URL, source and result of a load.
  private struct Outcome: Encodable {
    let url: String
    let outcome: String
    let error: Nullable<String>
    let source: Nullable<String>
    let bytes: Int
    let retries: Int

    init(_ load: LoadTrace) {
      url = load.shownURL
      outcome = load.outcome
      error = Nullable(load.error?.description)
      source = Nullable(load.source?.rawValue)
      bytes = load.bytes
      retries = load.retries
    }
  }

  /// The start of a load and the duration of each stage, in milliseconds; null for a skipped stage.
  private struct Times: Encodable {
    let startMs: Double
    let queueMs: Nullable<Double>
    let firstByteMs: Nullable<Double>
    let transferMs: Nullable<Double>
    let decodeMs: Nullable<Double>
    let processMs: Nullable<Double>
    let totalMs: Double

    init(_ load: LoadTrace) {
      startMs = load.startedAt.lineMilliseconds
      queueMs = Nullable(load.queueWait?.lineMilliseconds)
      firstByteMs = Nullable(load.firstByte?.lineMilliseconds)
      transferMs = Nullable(load.transfer?.lineMilliseconds)
      decodeMs = Nullable(load.decode?.lineMilliseconds)
      processMs = Nullable(load.process?.lineMilliseconds)
      totalMs = load.total.lineMilliseconds
    }
  }
}

extension LoadTrace {
  /// The length at which a URL is cut, because a `data` URL is as long as its picture.
  private static let longestURL = 2_000

  /// The URL for a log, without credentials.
  var shownURL: String {
    String(Credentials.removed(from: url.absoluteString).prefix(Self.longestURL))
  }

  /// The result of the load for a log.
  var outcome: String {
    switch error {
    case nil: "loaded"
    case .cancelled: "cancelled"
    case .some: "failed"
    }
  }
}

extension Duration {
  /// The milliseconds, rounded to microseconds for a short line.
  fileprivate var lineMilliseconds: Double { (milliseconds * 1_000).rounded() / 1_000 }
}
