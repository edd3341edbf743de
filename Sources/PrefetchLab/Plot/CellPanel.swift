import Prefetching

/// The plot of a cell: blank time to the right, wasted bytes up, a mark for each policy, a line for the bound.
struct CellPanel {
  /// The width and height of the panel, including the text beside the axes.
  static let width = 240.0
  static let height = 190.0
  private static let left = 46.0
  private static let right = 10.0
  private static let top = 24.0
  private static let bottom = 24.0

  private let cell: LaboratoryCell
  private let corner: Drawing.Point
  private let blank: SymlogScale
  private let waste: SymlogScale

  init(_ cell: LaboratoryCell, at corner: Drawing.Point) {
    self.cell = cell
    self.corner = corner
    let outcomes = cell.policies.compactMap { cell.outcomes[$0] }
    blank = SymlogScale(
      outcomes.map(\.blankTileMs) + [cell.bound?.tileMs].compactMap(\.self), knee: 10,
      startsAtZero: false)
    waste = SymlogScale(
      outcomes.map { Double($0.wastedBytes) / 1_024 }, knee: 20, startsAtZero: true)
  }

  var drawn: String {
    let title = Drawing.Point(x: corner.x + Self.left, y: corner.y + 14)
    return Drawing.text(cell.trace, at: title, size: 12, isBold: true) + axes + bound + marks
  }

  private var axes: String {
    var axes = ""
    for tick in blank.ticks(gap: 0.2) {
      let x = x(of: tick)
      let foot = Drawing.Point(x: x, y: y(of: 0))
      axes += Drawing.line(
        Drawing.Point(x: x, y: corner.y + Self.top), foot, opacity: 0.2)
      axes += Drawing.text(
        Self.seconds(tick), at: Drawing.Point(x: x, y: foot.y + 14), .middle)
    }
    for tick in waste.ticks(gap: 0.16) {
      let y = y(of: tick)
      let foot = Drawing.Point(x: corner.x + Self.left, y: y)
      axes += Drawing.line(
        foot, Drawing.Point(x: corner.x + Self.width - Self.right, y: y),
        opacity: tick == 0 ? 0.7 : 0.2)
      axes += Drawing.text(Self.size(tick), at: Drawing.Point(x: foot.x - 5, y: y + 3.5), .end)
    }
    return axes
  }

  private var bound: String {
    guard let bound = cell.bound else { return "" }
    let x = x(of: bound.tileMs)
    return Drawing.line(
      Drawing.Point(x: x, y: corner.y + Self.top), Drawing.Point(x: x, y: y(of: 0)),
      isDashed: true)
  }

  private var marks: String {
    cell.policies.compactMap { policy in
      cell.outcomes[policy].map { outcome in
        PolicyMark(policy: policy).drawn(
          at: Drawing.Point(
            x: x(of: outcome.blankTileMs), y: y(of: Double(outcome.wastedBytes) / 1_024)))
      }
    }.joined()
  }

  private func x(of tileMs: Double) -> Double {
    let length = Self.width - Self.left - Self.right
    return corner.x + Self.left + blank.position(of: tileMs) * length
  }

  private func y(of kilobytes: Double) -> Double {
    let length = Self.height - Self.top - Self.bottom
    return corner.y + Self.height - Self.bottom - waste.position(of: kilobytes) * length
  }

  /// Tile-milliseconds as tile-seconds, without trailing zeros.
  private static func seconds(_ milliseconds: Double) -> String {
    var text = (milliseconds / 1_000).rounded(toPlaces: 4)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text.isEmpty ? "0" : text
  }

  private static func size(_ kilobytes: Double) -> String {
    if kilobytes == 0 { return "0" }
    let isLarge = kilobytes >= 1_000
    let number = (isLarge ? kilobytes / 1_000 : kilobytes).rounded(toPlaces: 1)
    return (number.hasSuffix(".0") ? String(number.dropLast(2)) : number)
      + (isLarge ? " MB" : " KB")
  }
}

/// A scale that is nearly linear up to a value and logarithmic beyond it, so that it includes zero.
struct SymlogScale {
  /// The value up to which it is nearly linear.
  let knee: Double
  let range: ClosedRange<Double>

  /// Creates a scale that includes all values, over at least a factor of 1.3.
  ///
  /// - Parameter startsAtZero: whether the scale starts at zero.
  init(_ values: [Double], knee: Double, startsAtZero: Bool) {
    self.knee = knee
    let least = startsAtZero ? 0 : values.min() ?? 0
    let most = max(values.max() ?? 0, least * 1.3, least + knee / 4)
    let air = 0.06 * (Self.bend(most / knee) - Self.bend(least / knee))
    let low = startsAtZero ? 0 : Self.unbend(Self.bend(least / knee) - air) * knee
    range = low...Self.unbend(Self.bend(most / knee) + air) * knee
  }

  /// The place of a value, from 0 to 1 within the range.
  func position(of value: Double) -> Double {
    let low = Self.bend(range.lowerBound / knee)
    let high = Self.bend(range.upperBound / knee)
    return (Self.bend(value / knee) - low) / (high - low)
  }

  /// Round numbers in the range, at least a `gap` apart; the roundest are chosen first.
  func ticks(gap: Double) -> [Double] {
    var ticks: [Double] = []
    let decades = (-4..<12).map { exponent in
      (0..<abs(exponent)).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
    }
    let digits = [1, 3, 2, 5, 1.5, 7, 4, 6, 1.2]
    let candidates: [Double] = [0] + digits.flatMap { digits in decades.map { $0 * digits } }
    for value in candidates where range.contains(value) {
      let place = position(of: value)
      if ticks.allSatisfy({ abs(position(of: $0) - place) >= gap }) { ticks.append(value) }
    }
    return ticks.sorted()
  }

  private static func bend(_ value: Double) -> Double { (1 + max(0, value)).binaryLogarithm }

  private static func unbend(_ value: Double) -> Double { max(0, value.powerOfTwo - 1) }
}
