/// A 3x3 matrix by columns, for colors of three components.
struct Matrix3: Equatable {
  let first: SIMD3<Double>
  let second: SIMD3<Double>
  let third: SIMD3<Double>

  /// Multiplies the matrix by a color.
  static func * (matrix: Matrix3, color: SIMD3<Double>) -> SIMD3<Double> {
    matrix.first * color.x + matrix.second * color.y + matrix.third * color.z
  }

  static func * (one: Matrix3, other: Matrix3) -> Matrix3 {
    Matrix3(first: one * other.first, second: one * other.second, third: one * other.third)
  }

  /// A diagonal matrix.
  static func scaling(by factors: SIMD3<Double>) -> Matrix3 {
    Matrix3(
      first: [factors.x, 0, 0], second: [0, factors.y, 0], third: [0, 0, factors.z])
  }

  /// The inverse; nil if the determinant is too small for precision.
  var inverse: Matrix3? {
    let rows = (cross(second, third), cross(third, first), cross(first, second))
    let determinant = (first * rows.0).sum()
    guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
    let factor = 1 / determinant
    return Matrix3(
      first: SIMD3(rows.0.x, rows.1.x, rows.2.x) * factor,
      second: SIMD3(rows.0.y, rows.1.y, rows.2.y) * factor,
      third: SIMD3(rows.0.z, rows.1.z, rows.2.z) * factor)
  }
}

private func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(
    one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
    one.x * other.y - one.y * other.x)
}
