import Foundation
import FramePacing
import GalleryApp
import Raster

/// A benchmark of the log of frames: recording one, and writing an hour of them with the terminal's answers.
struct LogBenchmark {
  /// An hour at 60 frames per second.
  private static let hour = 216_000
  /// The latest frames of the hour, which are written again and again.
  private static let cycle = 600
  /// The frames of half a second, which a session writes at a time, and their answers.
  private static let momentsAtATime = 60
  /// Frames that are recorded before the log's thread awakes; more might not fit.
  private static let recorded = 4_000
  private static let runs = 5
  private static let period = Duration.microseconds(16_667)
  private static let header = LogHeader(
    budget: period, size: CellSize(columns: 80, rows: 24), presenter: "direct")

  private let moments = Self.lastMoments()

  /// Prints the time to record a frame, and the time and the bytes to write an hour.
  func run() throws {
    let file = URL.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try StandardOutput.write(
      "log of frames: a frame recorded: \(recordingTime(to: file.path).text)\n")
    let cost = try Cost(medianOf: Self.runs) { try writeHour(to: file.path) }
    let bytes = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    try StandardOutput.write("log of frames: an hour written: \(cost), \(bytes) bytes\n")
  }

  private func recordingTime(to path: String) throws -> Duration {
    let frames = moments.filter { if case .frame = $0 { true } else { false } }
    let times = try (0..<Self.runs).map { _ in
      let log = SessionLog()
      log.open(try LogOutput(framesTo: path), Self.header)
      let cost = Cost(medianOf: 1) {
        for index in 0..<Self.recorded { log.record(frames[index % frames.count]) }
      }
      try log.finish()
      return cost.wall / Self.recorded
    }
    return times.sorted()[Self.runs / 2]
  }

  private func writeHour(to path: String) throws {
    var log = try LogOutput(framesTo: path)
    log.appendHeader(Self.header)
    for _ in 0..<Self.hour / Self.cycle {
      for start in stride(from: 0, to: moments.count, by: Self.momentsAtATime) {
        for moment in moments[start...].prefix(Self.momentsAtATime) { log.append(moment) }
        try log.write()
      }
    }
    log.end()
    try log.write()
  }

  /// The latest frames of an hour, and their answers: the numbers have as many digits as they get.
  private static func lastMoments() -> [SessionMoment] {
    var profiler = FrameProfiler(budget: period)
    var moments: [SessionMoment] = []
    for number in 1...hour {
      profiler.record(frame(number))
      guard number > hour - cycle, let frame = profiler.last else { continue }
      moments.append(.frame(frame))
      let answer = profiler.answered(
        number, at: frame.presentedAt + .milliseconds(4), roundTrip: .milliseconds(1))
      if let answer { moments.append(.answer(answer)) }
    }
    return moments
  }

  private static func frame(_ number: Int) -> FrameRecord {
    var frame = FrameRecord()
    frame.cause = .key(.down)
    frame.times.input = .microseconds(40 + number % 7)
    frame.times.update = .microseconds(210 + number % 11)
    frame.times.draw = .microseconds(820 + number % 13)
    frame.times.present = .microseconds(1_130 + number % 17)
    frame.times.cpu = .microseconds(2_190 + number % 19)
    frame.overrun = .microseconds(number % 500 == 0 ? 3_200 : -14_400)
    frame.bytes = 12_000 + number % 1_000
    frame.tiles = 24
    frame.movedRows = 10
    frame.loads = 6
    frame.presentedAt = period * number
    frame.linkNumber = number
    return frame
  }
}
