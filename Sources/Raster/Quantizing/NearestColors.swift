/// Searches a palette for the color nearest to another one, without allocation.
///
/// The search begins at a guess and tries that color's neighbors in ascending order of distance. It stops at a neighbor
/// that is farther from the guess than the color is from the guess and from the best one together. By the triangle
/// inequality, that neighbor is no nearer. Only this type touches the memory.
///
/// Channels are in sixteenths of a level, so that diffused errors keep a fraction.
struct NearestColors: ~Copyable {
  /// Blue, green, red, and alpha in sixteenths of a level.
  typealias Channels = SIMD4<Int16>

  /// A color of the palette near another one.
  struct Neighbor {
    /// The square of its distance.
    let distance: Int32
    let color: Int32
  }

  /// The number of neighbors stored per color.
  static let reach = 12
  static let opaque: Int16 = 255 << 4

  let count: Int
  /// The colors of the palette; the alpha lane holds each color's index.
  let colors: UnsafeMutablePointer<Channels>
  /// The blue, green, and red planes of eight colors at a time, padded with the last color.
  private let planes: UnsafeMutablePointer<SIMD8<Int16>>
  /// The number of stored neighbors per color.
  let neighborCount: Int
  /// The nearest neighbors of each color, `reach` for each.
  let neighbors: UnsafeMutablePointer<Neighbor>

  /// - Precondition: there are 1 to 256 colors, with channels from 0 to `opaque`.
  /// - Complexity: O(colors²).
  init(_ palette: [Channels]) {
    precondition(1...256 ~= palette.count, "\(palette.count) colors")
    count = palette.count
    neighborCount = min(Self.reach, palette.count - 1)
    colors = .allocate(capacity: count)
    for (index, color) in palette.enumerated() {
      (colors + index).initialize(to: color)
      colors[index].w = Int16(index)
    }
    planes = .allocate(capacity: 3 * ((count + 7) / 8))
    planes.initialize(repeating: .zero, count: 3 * ((count + 7) / 8))
    for index in 0..<(count + 7) / 8 * 8 {
      let color = palette[min(index, count - 1)]
      for channel in 0..<3 { planes[index / 8 * 3 + channel][index % 8] = color[channel] }
    }
    neighbors = .allocate(capacity: count * Self.reach)
    neighbors.initialize(
      repeating: Neighbor(distance: .max, color: 0), count: count * Self.reach)
    for first in 0..<count {
      for second in 0..<first {
        let distance = distance(of: second, to: colors[first])
        insert(Neighbor(distance: distance, color: Int32(second)), of: first)
        insert(Neighbor(distance: distance, color: Int32(first)), of: second)
      }
    }
  }

  deinit {
    colors.deallocate()
    planes.deallocate()
    neighbors.deallocate()
  }

  @inline(__always)
  private func insert(_ neighbor: Neighbor, of color: Int) {
    let list = neighbors + color &* Self.reach
    if list[Self.reach - 1].distance <= neighbor.distance { return }
    var place = Self.reach - 1
    while place > 0, list[place - 1].distance > neighbor.distance {
      list[place] = list[place - 1]
      place -= 1
    }
    list[place] = neighbor
  }

  /// The squared distance of a palette color from another color.
  @inline(__always)
  func distance(of color: Int, to other: Channels) -> Int32 {
    let mine = colors[color]
    let blue = Int32(mine.x) &- Int32(other.x)
    let green = Int32(mine.y) &- Int32(other.y)
    let red = Int32(mine.z) &- Int32(other.z)
    return blue &* blue &+ green &* green &+ red &* red
  }

  /// Returns a palette color near to another one, nearly always the nearest.
  ///
  /// It is nearer than its stored neighbors. If all of these are closer to it than `other` is, the whole palette is
  /// scanned.
  ///
  /// - Parameters:
  ///   - other: channels from 0 to `opaque`.
  ///   - guess: any color of the palette; the nearer, the faster.
  @inline(__always)
  func near(to other: Channels, from guess: Int) -> Int {
    let found = search(for: other, from: guess)
    let reach = neighbors[found.color &* Self.reach &+ Self.reach - 1].distance
    return found.isNearest || reach >= found.distance
      ? found.color : scan(for: other, found.color, found.distance)
  }

  /// Follows the stored neighbors, and returns the best color and whether it is certainly the
  /// nearest.
  private func search(
    for other: Channels, from guess: Int
  ) -> (color: Int, distance: Int32, isNearest: Bool) {
    var best = guess
    var least = distance(of: best, to: other)
    while true {
      let (start, away) = (best, least)
      let list = neighbors + start &* Self.reach
      var index = 0
      // The square of a sum is at most twice the sum of the squares.
      while index < neighborCount, list[index].distance < 2 &* (away &+ least) {
        let color = Int(list[index].color)
        let distance = distance(of: color, to: other)
        if distance < least { (best, least) = (color, distance) }
        index &+= 1
      }
      if index < neighborCount || neighborCount < Self.reach { return (best, least, true) }
      if best == start { return (best, least, false) }
    }
  }

  /// Scans the whole palette, where the stored neighbors don't suffice.
  ///
  /// Groups of eight colors are skipped by distances in steps of four levels, rounded down.
  private func scan(for other: Channels, _ guess: Int, _ away: Int32) -> Int {
    var (best, least) = (guess, away)
    let blue = SIMD8(repeating: other.x)
    let green = SIMD8(repeating: other.y)
    let red = SIMD8(repeating: other.z)
    @inline(__always) func steps(_ difference: SIMD8<Int16>) -> SIMD8<Int16> {
      let sign = difference &>> SIMD8<Int16>(repeating: 15)
      let steps = ((difference ^ sign) &- sign) &>> SIMD8<Int16>(repeating: 6)
      return steps &* steps
    }
    let signs: UInt64 = 0x8000_8000_8000_8000
    for group in 0..<(count + 7) / 8 {
      let eight = planes + 3 &* group
      let far = steps(eight[0] &- blue) &+ steps(eight[1] &- green) &+ steps(eight[2] &- red)
      let limit = SIMD8(repeating: Int16(truncatingIfNeeded: least >> 12))
      let rest = unsafeBitCast(limit &- far, to: SIMD2<UInt64>.self)
      if rest.x & rest.y & signs == signs { continue }
      for color in 8 &* group..<min(8 &* group &+ 8, count) {
        let distance = distance(of: color, to: other)
        if distance < least { (best, least) = (color, distance) }
      }
    }
    return best
  }
}
