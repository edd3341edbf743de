import Foundation
import GalleryCore
import ImageLoading
import TerminalUI

/// The JSON report of a session, its times in milliseconds.
struct Report: Encodable {
  struct Source: Encodable {
    let items: Int
  }

  struct Terminal: Encodable {
    let columns: Int
    let rows: Int
    let presenter: String
    let colors: String
    let graphics = "symbols"
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
    let bytes: Bytes
  }

  struct Summary: Encodable {
    let p50: Double
    let p90: Double
    let p99: Double
    let max: Double
  }

  struct Loads: Encodable {
    struct Ready: Encodable {
      let p50: Double
      let p90: Double
      let max: Double
    }

    let requested: Int
    let transfers: Int
    let memoryHits: Int
    let diskHits = 0
    let coalesced: Int
    let cancelled: Int
    let failed: Int
    let bytes: Int
    let readyMs: Ready
  }

  struct Prefetch: Encodable {
    let policy: String
    let announced: Int
    let cancelled: Int
    let useful: Int
    let late: Int
    let wasted: Int
    let pending: Int
    let wastedBytes: Int
  }

  struct Tiles: Encodable {
    let blankTileMs: Double
    let visibleTileMs: Double
    let firstPictureMs: Nullable
    let screenCompleteMs: Nullable
    let blankAtEnd: Int
  }

  struct Start: Encodable {
    let firstFrameMs: Nullable
    /// Processor time of the process until then.
    let firstFrameCpuMs: Nullable
  }

  struct Memory: Encodable {
    let peakRssBytes: Int
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

/// A time that may never have come: `null` then, instead of a missing field.
struct Nullable: Encodable {
  let milliseconds: Double?

  init(_ instant: Duration?) {
    milliseconds = instant?.milliseconds
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let milliseconds {
      try container.encode(milliseconds)
    } else {
      try container.encodeNil()
    }
  }
}

extension Report {
  /// JSON with snake-case names in a fixed order, a line feed at the end.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Writes it to a file, or to standard output for `-`.
  func write(to path: String) throws {
    if path == "-" {
      try FileHandle.standardOutput.write(contentsOf: json())
    } else {
      try json().write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
