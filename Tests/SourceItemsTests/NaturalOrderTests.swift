import TestSupport
import Testing

@testable import SourceItems

@Suite struct NaturalOrderTests {
  private func sorted(_ names: [[UInt8]]) -> [[UInt8]] {
    names.sorted { left, right in
      left.withUnsafeBytes { left in
        right.withUnsafeBytes { NaturalOrder.compare(left, $0) < 0 }
      }
    }
  }

  private func sorted(_ names: [String]) -> [String] {
    sorted(names.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `numbers count as numbers, case does not count`() {
    #expect(
      sorted(["b2", "a10", "A9", "a010b", "a1"]) == ["a1", "A9", "a10", "a010b", "b2"])
  }

  @Test func `numbers of any length count as numbers`() {
    let (short, long) = (String(repeating: "9", count: 254), String(repeating: "1", count: 300))
    #expect(sorted([long, short, "000", "1"]) == ["000", "1", short, long])
  }

  @Test func `random names have the order of pairwise comparison`() {
    var random = SeededRandom(seed: 1)
    let letters = Array("aAb019.\u{FF}".utf8)
    for _ in 0..<200 {
      let names = (0..<30).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? 0
        }
      }
      #expect(sorted(names) == names.sorted(by: NaiveOrder.areInOrder))
    }
  }
}

extension NaturalOrderTests {
  @Test func `a smaller digest is that of the name that comes first`() {
    var random = SeededRandom(seed: 2)
    let letters = Array("aAb_0019.\u{FF}".utf8)
    func name() -> [UInt8] {
      (0..<Int.random(in: 0...24, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
    }
    var unequal = 0
    for _ in 0..<20_000 {
      let beginning = name().prefix(4)
      let (left, right) = (beginning + name(), beginning + name())
      let places = 0...beginning.count
      left.withUnsafeBytes { left in
        right.withUnsafeBytes { right in
          // A place within a number would have no meaning.
          for place in places where place == 0 || !(48...57).contains(left[place - 1]) {
            let digests = [left, right].map { NaturalOrder.digest(of: $0, behind: place) }
            guard digests[0] != digests[1] else { continue }
            unequal += 1
            #expect((digests[0] < digests[1]) == (NaturalOrder.compare(left, right) < 0))
          }
        }
      }
    }
    #expect(unequal > 20_000)
  }
}

/// Two names compared a byte or a number at a time.
private enum NaiveOrder {
  static func areInOrder(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var a = left[...]
    var b = right[...]
    while let first = a.first, let second = b.first {
      if isDigit(first), isDigit(second) {
        let (x, y) = (takeNumber(&a), takeNumber(&b))
        if x.count != y.count { return x.count < y.count }
        if x != y { return x.lexicographicallyPrecedes(y) }
      } else {
        let (x, y) = (lowercased(first), lowercased(second))
        if x != y { return x < y }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return left.lexicographicallyPrecedes(right)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  /// Removes the digits at the start and returns them without leading zeros.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let number = bytes.prefix(while: isDigit)
    bytes.removeFirst(number.count)
    return number.drop { $0 == 48 }
  }
}
