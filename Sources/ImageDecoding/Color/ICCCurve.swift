import Glibc

/// The light of a channel's 256 values by a profile's curve (ICC.1:2022, 10.6 and 10.18).
struct ICCCurve {
  /// The light, from 0 to 1 if the profile is correct; a wrong profile may give other numbers.
  let light: [Double]

  /// Reads a curve; nil for other types, and if it is truncated.
  init?(_ tag: UnsafeRawBufferPointer) {
    if tag.isName("curv", at: 0) {
      guard let light = Self.table(tag) else { return nil }
      self.light = light
    } else if tag.isName("para", at: 0) {
      guard let formula = Formula(tag) else { return nil }
      light = (0...255).map { formula.light(of: Double($0) / 255) }
    } else {
      return nil
    }
  }

  private static func table(_ tag: UnsafeRawBufferPointer) -> [Double]? {
    guard let count = tag.integer(at: 8, length: 4, order: .bigEndian),
      let entries = tag.field(at: 12, length: 2 * count)
    else { return nil }
    func entry(_ index: Int) -> Double {
      Double(Int(entries[2 * index]) << 8 | Int(entries[2 * index + 1]))
    }
    switch count {
    case 0: return (0...255).map { Double($0) / 255 }
    case 1: return (0...255).map { pow(Double($0) / 255, entry(0) / 256) }
    default:
      return (0...255).map { value in
        let (index, rest) = (value * (count - 1)).quotientAndRemainder(dividingBy: 255)
        let (lower, upper) = (entry(index), entry(min(index + 1, count - 1)))
        return (lower + (upper - lower) * Double(rest) / 255) / 65_535
      }
    }
  }
}

/// A power function with a linear part before it.
private struct Formula {
  /// The exponent, then the parameters a to f.
  private var g, a, b, c, d, e, f: Double

  init?(_ tag: UnsafeRawBufferPointer) {
    guard let type = tag.integer(at: 8, length: 2, order: .bigEndian), 0...4 ~= type else {
      return nil
    }
    let numbers = (0..<[1, 3, 4, 5, 7][type]).compactMap { tag.fixed(at: 12 + 4 * $0) }
    guard numbers.count == [1, 3, 4, 5, 7][type] else { return nil }
    func number(_ index: Int, or missing: Double = 0) -> Double {
      numbers.indices.contains(index) ? numbers[index] : missing
    }
    g = number(0)
    a = number(1, or: 1)
    b = number(2)
    c = number(3)
    d = number(4)
    e = number(5)
    f = number(6)
    if type == 1 || type == 2 {
      // The constant of the third type is added on both sides of the start of the power.
      (c, d, e, f) = (0, -b / a, c, c)
    }
  }

  func light(of value: Double) -> Double {
    value >= d ? pow(a * value + b, g) + e : c * value + f
  }
}
