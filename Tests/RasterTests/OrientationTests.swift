import TestSupport
import Testing

@testable import Raster

@Suite struct OrientationTests {
  /// `1 2 3` over `4 5 6`, as stored.
  private let stored = PixelImage(size: PixelSize(width: 3, height: 2), pixels: Array(1...6))

  @Test(arguments: [
    (Orientation.upright, 3, [1, 2, 3, 4, 5, 6] as [UInt32]),
    (.mirrored, 3, [3, 2, 1, 6, 5, 4]),
    (.halfTurn, 3, [6, 5, 4, 3, 2, 1]),
    (.flipped, 3, [4, 5, 6, 1, 2, 3]),
    (.transposed, 2, [1, 4, 2, 5, 3, 6]),
    (.rightTurn, 2, [4, 1, 5, 2, 6, 3]),
    (.transversed, 2, [6, 3, 5, 2, 4, 1]),
    (.leftTurn, 2, [3, 6, 2, 5, 1, 4]),
  ]) func `each orientation has its turn`(
    orientation: Orientation, width: Int, pixels: [UInt32]
  ) {
    let seen = stored.oriented(by: orientation)
    #expect(seen.size == PixelSize(width: width, height: 6 / width))
    #expect(seen.pixels == pixels)
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `an orientation followed by another one is what rows turned by hand are`(
    first: Orientation, second: Orientation
  ) {
    let rows = RowModel(rows: [[1, 2, 3], [4, 5, 6]]).oriented(by: first).oriented(by: second)
    let seen = stored.oriented(by: first.then(second))
    #expect(seen.pixels == rows.rows.flatMap(\.self))
    #expect(seen.size.height == rows.rows.count)
    #expect(seen == stored.oriented(by: first).oriented(by: second))
  }

  @Test(arguments: Orientation.allCases) func `the inverse undoes an orientation`(
    orientation: Orientation
  ) {
    #expect(orientation.then(orientation.inverse) == .upright)
    #expect(orientation.inverse.then(orientation) == .upright)
    #expect(stored.oriented(by: orientation).oriented(by: orientation.inverse) == stored)
  }

  @Test(arguments: Orientation.allCases) func `a picture drawn in a turn is the turned one drawn`(
    orientation: Orientation
  ) {
    var random = SeededRandom(seed: 5)
    for _ in 0..<50 {
      let size = PixelSize(
        width: .random(in: 1...9, using: &random), height: .random(in: 1...9, using: &random))
      let image = PixelImage(size: size, pixels: (0..<size.area).map { 0xFF00_0000 | UInt32($0) })
      let whole = PixelSize(
        width: .random(in: 1...30, using: &random), height: .random(in: 1...25, using: &random))
      let point = CellPoint(
        column: .random(in: -9...9, using: &random), row: .random(in: -5...5, using: &random))
      var (turned, expected) = (Surface(size: Self.screen), Surface(size: Self.screen))
      turned.draw(
        image, turned: orientation, scaledTo: whole, at: point, background: .terminalDefault,
        clip: turned.bounds)
      expected.draw(
        image.oriented(by: orientation), scaledTo: whole, at: point, background: .terminalDefault,
        clip: expected.bounds)
      #expect(turned == expected)
    }
  }

  private static let screen = CellSize(columns: 12, rows: 6)
}

/// A picture as rows, turned step by step.
private struct RowModel {
  var rows: [[UInt32]]

  func oriented(by orientation: Orientation) -> RowModel {
    switch orientation {
    case .upright: self
    case .rightTurn: turnedRight
    case .halfTurn: turnedRight.turnedRight
    case .leftTurn: turnedRight.turnedRight.turnedRight
    case .mirrored: mirrored
    case .transposed: turnedRight.mirrored
    case .flipped: turnedRight.turnedRight.mirrored
    case .transversed: turnedRight.turnedRight.turnedRight.mirrored
    }
  }

  private var turnedRight: RowModel {
    RowModel(rows: rows[0].indices.map { column in rows.reversed().map { $0[column] } })
  }

  private var mirrored: RowModel { RowModel(rows: rows.map { $0.reversed() }) }
}
