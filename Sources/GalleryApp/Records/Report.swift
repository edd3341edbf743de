import GalleryCore
import ImageLoading
import TerminalUI

/// The JSON report of a session, with times in milliseconds.
///
/// `Reports.md` has a row for each field.
package struct Report: Encodable {
  struct Source: Encodable {
    let items: Int
  }

  struct Terminal: Encodable {
    let columns: Int
    let rows: Int
    let presenter: String
    let colors: String
    /// The graphics method: symbols, kitty or sixel.
    let graphics: String
    /// The symbols of pictures; null if the terminal draws them itself.
    let symbols: Nullable<String>
    let link: Link
  }

  /// The figures of the link to the terminal, if it answers.
  struct Link: Encodable {
    let bytesPerS: Nullable<Double>
    let roundTripMs: Nullable<Double>
    /// False if the terminal does not answer.
    let isAnswered: Bool
    let framesWaited: Int
  }

  struct Frames: Encodable {
    struct Bytes: Encodable {
      let total: Int
      let p50: Int
      let max: Int
    }

    let count: Int
    let overBudget: Int
    let late: Int
    /// The sum of the times past deadlines.
    let lateMs: Double
    let hitchMsPerS: Double
    let budgetMs: Double
    /// The rate in the last second of motion; null if hardly anything has moved.
    let ratePerS: Nullable<Double>
    let onePercentLowPerS: Nullable<Double>
    /// The animation error; null also if no tiles moved.
    let animationErrorMs: Nullable<Double>
    let workMs: Summary
    let workCpuMs: Summary
    let inputMs: Summary
    let updateMs: Summary
    let drawMs: Summary
    /// The overlay's own time, of frames that have one.
    let overlayMs: Summary
    let presentMs: Summary
    /// The time from a key to the terminal's answer to the frame with its effect.
    let shownMs: Summary
    let bytes: Bytes
    let worst: [WorstFrame]
  }

  struct Summary: Encodable {
    let p50: Double
    let p90: Double
    let p99: Double
    let max: Double
  }

  /// A summary with fewer figures than `Summary`, because there are fewer loads than frames.
  struct Spread: Encodable {
    let p50: Double
    let p90: Double
    let max: Double
  }

  struct Loads: Encodable {
    let requested: Int
    let transfers: Int
    let memoryHits: Int
    let diskHits: Int
    let revalidated: Int
    let coalesced: Int
    let retries: Int
    let resumed: Int
    let cancelled: Int
    /// The number of transfers that finished although no load waited for them.
    let finishedAfterCancel: Int
    let failed: Int
    let bytes: Int
    let readyMs: Spread
    /// The problem of the disk cache, if any.
    let cacheProblem: Nullable<String>
  }

  /// The outcome of prefetched pictures.
  package struct Prefetch: Encodable {
    let policy: String
    let announced: Int
    let started: Int
    let cancelled: Int
    let useful: Int
    let late: Int
    let wasted: Int
    let pending: Int
    /// The number of pending pictures that are ready, no longer expected, and still cached.
    let kept: Int
    /// The number of items shown for the first time without having been announced.
    let demanded: Int
    let usefulBytes: Int
    let lateBytes: Int
    let wastedBytes: Int
    let pendingBytes: Int
    /// The accuracy from 0 to 1; null without a denominator.
    let accuracy: Nullable<Double>
    let coverage: Nullable<Double>
    let timeliness: Nullable<Double>
  }

  struct Tiles: Encodable {
    let blankTileMs: Double
    let visibleTileMs: Double
    let firstPictureMs: Nullable<Double>
    let screenCompleteMs: Nullable<Double>
    let blankAtEnd: Int
  }

  struct Start: Encodable {
    /// The time of the first request of a picture.
    let firstLoadMs: Nullable<Double>
    let firstFrameMs: Nullable<Double>
    /// The process's processor time until then.
    let firstFrameCpuMs: Nullable<Double>
  }

  struct Memory: Encodable {
    /// The peak resident size; null if the system does not report it.
    let peakRssBytes: Nullable<Int>
  }

  let version = 2
  let type = "session"
  let source: Source
  let terminal: Terminal
  let frames: Frames
  let loads: Loads
  let prefetch: Prefetch
  let tiles: Tiles
  let start: Start
  let memory: Memory
}
