import ImageLoading
import Raster
import TestSupport

/// Loads as a hurried person makes them: of every size and urgency, many of them given up, some of
/// them broken.
struct ChurnMix {
  enum Cancel {
    case atOnce, later, never
  }

  struct Load {
    let path: String
    let target: PixelSize
    let priority: ImagePriority
    let cancel: Cancel
  }

  private static let faults = [
    "status=500", "status=404", "truncate=40", "reset=20", "garbage=1", "redirect=2", "redirect=9",
  ]

  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> Load {
    // Few enough that equal ones meet, in flight and in memory.
    let picture = random.next() % 500
    let scale = Int(1 + random.next() % 3)
    let priorities = ImagePriority.allCases
    var path = "/\(24 + picture % 40)x\(18 + picture % 30)?text=\(picture)"
    var cancel: Cancel = [.atOnce, .atOnce, .later, .later, .never][Int(random.next() % 5)]
    switch random.next() % 20 {
    case 0, 1: path += "&delay=\(random.next() % 20)"
    case 2: path += "&drip=20000"
    case 3, 4: path += "&" + Self.faults[Int(random.next() % UInt64(Self.faults.count))]
    case 5:
      path += "&hang=1"
      if case .never = cancel { cancel = .later }
    default: break
    }
    return Load(
      path: path, target: PixelSize(width: 16 * scale, height: 12 * scale),
      priority: priorities[Int(random.next() % UInt64(priorities.count))], cancel: cancel)
  }
}
