import GalleryApp
import GalleryCore
import TerminalUI

/// The cost of a piece of work: wall-clock time, and processor time of the whole process.
struct Cost {
  let wall: Duration
  let cpu: Duration

  private init(wall: Duration, cpu: Duration) {
    self.wall = wall
    self.cpu = cpu
  }

  /// Runs the work several times, and takes the median of each time.
  ///
  /// - Precondition: `runs` is at least 1.
  init(medianOf runs: Int, _ work: () throws -> Void) rethrows {
    let clock = SystemClock()
    let costs = try (0..<runs).map { _ in
      let (wall, cpu) = (clock.now, clock.processCPU)
      try work()
      return Cost(wall: clock.now - wall, cpu: clock.processCPU - cpu)
    }
    wall = costs.map(\.wall).sorted()[runs / 2]
    cpu = costs.map(\.cpu).sorted()[runs / 2]
  }

  static func / (whole: Cost, count: Int) -> Cost {
    Cost(wall: whole.wall / count, cpu: whole.cpu / count)
  }
}

extension Cost: CustomStringConvertible {
  var description: String { "\(wall.text), \(cpu.text) of processor time" }
}

extension Duration {
  /// The time in the largest unit that keeps it above one, with three decimals above nanoseconds.
  var text: String {
    switch self {
    case ..<(.microseconds(1)): "\(Int(milliseconds * 1_000_000)) ns"
    case ..<(.milliseconds(1)): "\((milliseconds * 1_000).figure) µs"
    case ..<(.seconds(1)): "\(milliseconds.figure) ms"
    default: "\((milliseconds / 1_000).figure) s"
    }
  }
}
