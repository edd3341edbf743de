import Foundation
import GalleryCore
import ImageLoading
import TerminalUI

/// The JSON report of a session, its times in milliseconds.
package struct Report: Encodable {
  struct Source: Encodable {
    let items: Int
  }

  struct Terminal: Encodable {
    let columns: Int
    let rows: Int
    let presenter: String
    let colors: String
    /// symbols, kitty or sixel.
    let graphics: String
    /// The characters of pictures; null where the terminal draws them itself.
    let symbols: Nullable<String>
    let link: Link
  }

  /// The way to the terminal, as far as its answers have told.
  struct Link: Encodable {
    let bytesPerS: Nullable<Double>
    let roundTripMs: Nullable<Double>
    /// False where the terminal does not answer.
    let isAnswered: Bool
    let framesHeld: Int
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
    let hitchMsPerS: Double
    let budgetMs: Double
    let workMs: Summary
    let workCpuMs: Summary
    let inputMs: Summary
    let updateMs: Summary
    let drawMs: Summary
    let presentMs: Summary
    /// From a key's arrival to the terminal's answer to the frame that shows it.
    let shownMs: Summary
    let bytes: Bytes
  }

  struct Summary: Encodable {
    let p50: Double
    let p90: Double
    let p99: Double
    let max: Double
  }

  /// Fewer figures than `Summary`: there are fewer loads than frames.
  struct Spread: Encodable {
    let p50: Double
    let p90: Double
    let max: Double
  }

  struct Stages: Encodable {
    let queueWait: Spread
    let firstByte: Spread
    let transfer: Spread
    let decode: Spread
    let process: Spread
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
    /// Transfers that came to their end although no load waited for them any more.
    let finishedAfterCancel: Int
    let failed: Int
    let bytes: Int
    let readyMs: Spread
    let stagesMs: Stages
    /// What kept the disk cache from working, if anything did.
    let cacheProblem: Nullable<String>
  }

  /// What became of the pictures that were asked for ahead.
  package struct Prefetch: Encodable {
    let policy: String
    let announced: Int
    let started: Int
    let cancelled: Int
    let useful: Int
    let late: Int
    let wasted: Int
    let pending: Int
    /// Of the pending ones, those that are ready, not expected any more and still in the cache.
    let kept: Int
    /// Items shown for the first time that had not been announced up to then.
    let demanded: Int
    let usefulBytes: Int
    let lateBytes: Int
    let wastedBytes: Int
    let pendingBytes: Int
    /// From 0 to 1; null where there is nothing to divide by.
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
    /// When a picture was first asked for.
    let firstLoadMs: Nullable<Double>
    let firstFrameMs: Nullable<Double>
    /// Processor time of the process until then.
    let firstFrameCpuMs: Nullable<Double>
  }

  struct Memory: Encodable {
    /// Null where the system does not tell.
    let peakRssBytes: Nullable<Int>
  }

  let version = 1
  let source: Source
  let terminal: Terminal
  let frames: Frames
  let loads: Loads
  let prefetch: Prefetch
  let tiles: Tiles
  let start: Start
  let memory: Memory
}

extension Report {
  /// JSON with snake-case names in a fixed order, a line feed at the end.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
