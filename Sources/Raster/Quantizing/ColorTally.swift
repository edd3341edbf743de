/// A histogram of a picture's colors, with a limited number of entries.
///
/// All bits of a color count at first. Whenever there are too many colors, the lowest remaining bit of each channel is
/// dropped. After that, a quarter of the pixels is sampled: the others would gain 0.05 dB, for a twelfth of the time of
/// making sixels.
///
/// Only this type touches the memory.
struct ColorTally: ~Copyable {
  /// The mean red, green, and blue of similar pixels, from 0 to 255, and their number.
  typealias Entry = SIMD4<Float>

  /// The most colors: half as many more would gain 0.1 dB on the worst photograph.
  static let mostColors = 2_500
  private static let slotBits: UInt32 = 12
  private static let slots = 1 << Int(slotBits)
  private static let free = UInt32.max
  private static let allBits: UInt32 = 0xFF_FFFF

  /// A hash table with open addressing: the significant bits of a color, or `free`.
  private let keys: UnsafeMutablePointer<UInt32>
  /// The sums of blue, green, red, and alpha; alpha counts 1 per pixel.
  private let sums: UnsafeMutablePointer<SIMD4<UInt32>>
  private var mask = allBits
  private var count = 0

  /// Counts opaque pixels, only the first 2^23, so that no sum overflows.
  ///
  /// - Complexity: O(pixels).
  init(_ pixels: UnsafeBufferPointer<UInt32>) {
    keys = .allocate(capacity: Self.slots)
    keys.initialize(repeating: Self.free, count: Self.slots)
    sums = .allocate(capacity: Self.slots)
    sums.initialize(repeating: .zero, count: Self.slots)
    add(UnsafeBufferPointer(rebasing: pixels.prefix(1 << 23)))
  }

  deinit {
    keys.deallocate()
    sums.deallocate()
  }

  /// The colors, in an order that depends only on the pixels.
  var entries: [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for slot in 0..<Self.slots where keys[slot] != Self.free {
      let sum = Entry(sums[slot])
      entries.append(Entry(sum.z / sum.w, sum.y / sum.w, sum.x / sum.w, sum.w))
    }
    return entries
  }

  private mutating func add(_ pixels: UnsafeBufferPointer<UInt32>) {
    var last = Self.free
    var slot = 0
    var place = 0
    while place < pixels.count {
      let pixel = pixels[place]
      if pixel & mask != last {
        last = pixel & mask
        slot = self.slot(of: last)
        while count > Self.mostColors {
          coarsen()
          last = pixel & mask
          slot = self.slot(of: last)
        }
      }
      let bytes = unsafeBitCast(pixel & 0xFF_FFFF | 0x100_0000, to: SIMD4<UInt8>.self)
      if mask == Self.allBits {
        sums[slot] &+= SIMD4(truncatingIfNeeded: bytes)
        place &+= 1
      } else {
        let four = SIMD4<UInt16>(truncatingIfNeeded: bytes) &<< 2
        sums[slot] &+= SIMD4(truncatingIfNeeded: four)
        place &+= Self.step(from: place)
      }
    }
  }

  /// A step of four pixels on average; it varies between rows, so every column is sampled.
  @inline(__always)
  private static func step(from place: Int) -> Int {
    1 &+ 2 &* Int((UInt32(truncatingIfNeeded: place) &* 0x9E37_79B1) >> 30)
  }

  /// Returns the slot of a key, and claims it if free.
  @inline(__always)
  private mutating func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) >> (32 - Self.slotBits))
    while keys[slot] != key {
      if keys[slot] == Self.free {
        keys[slot] = key
        count += 1
        break
      }
      slot = (slot + 1) & (Self.slots - 1)
    }
    return slot
  }

  /// Merges the colors that differ only in their lowest bits.
  @inline(never)
  private mutating func coarsen() {
    let former = (0..<Self.slots).lazy.filter { [keys] in keys[$0] != Self.free }
      .map { [keys, sums] in (keys[$0], sums[$0]) }
    let kept = Array(former)
    keys.update(repeating: Self.free, count: Self.slots)
    sums.update(repeating: .zero, count: Self.slots)
    mask = (mask << 1) & mask & 0xFE_FEFE
    count = 0
    for (key, sum) in kept { sums[slot(of: key & mask)] &+= sum }
  }
}
