import FramePacing
import GalleryCore
import Raster

extension FrameCase {
  /// The percentiles of one run, and their printed form.
  struct Result {
    let name: String
    let update: Percentiles<Duration>
    let draw: Percentiles<Duration>
    let present: Percentiles<Duration>
    let cpu: Percentiles<Duration>
    let bytes: Int
    /// The median ratio of frames' bytes to their floors; nil if nothing was sent.
    let ratio: Double?

    init(_ bench: FrameCase, _ records: [FrameRecord], ratios: [Double]) {
      name = "\(bench.size) \(bench.mode.name) \(bench.motion.rawValue)"
      update = Percentiles(records.map(\.times.update))
      draw = Percentiles(records.map(\.times.draw))
      present = Percentiles(records.map(\.times.present))
      cpu = Percentiles(records.map(\.times.cpu))
      bytes = records.map(\.bytes).sorted()[records.count / 2]
      ratio = ratios.isEmpty ? nil : ratios.sorted()[ratios.count / 2]
    }

    /// The run with the median processor time.
    ///
    /// - Precondition: `runs` is not empty.
    static func median(of runs: [Result]) -> Result {
      runs.sorted { $0.cpu.p50 < $1.cpu.p50 }[runs.count / 2]
    }

    static let heading = """
      ms, p50/p99/max of a run, the median run; bytes: median frame, and over its floor (see FrameFloor)

      """ + row("case", "update", "draw", "present", "cpu", "bytes", "over floor")

    var line: String {
      Self.row(
        name, update.figures, draw.figures, present.figures, cpu.figures, "\(bytes)",
        ratio.map(\.figure) ?? "-")
    }

    private static func row(_ name: String, _ columns: String...) -> String {
      name.padded(to: 34) + columns.map { $0.padded(to: 20) }.joined() + "\n"
    }
  }
}

extension Percentiles<Duration> {
  /// The median, 99th percentile and maximum in milliseconds.
  var figures: String {
    [p50, p99, max].map(\.milliseconds.figure).joined(separator: "/")
  }
}

extension Double {
  /// The number with three decimals.
  var figure: String { text(decimals: 3) }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, columns - count))
  }
}
