extension ICCSketch {
  /// A table from RGB to XYZ that swaps red and blue of linear sRGB.
  static let lookup: ICCSketch = {
    // The columns are fractions of 32,768.
    let red: [Int] = [4_688, 1_986, 23_400]
    let green: [Int] = [12_621, 23_490, 3_181]
    let blue: [Int] = [14_289, 7_291, 456]
    var points: [[Int]] = []
    // The first channel varies least.
    for corner in 0..<8 {
      var point = [0, 0, 0]
      if corner & 4 != 0 { for axis in 0..<3 { point[axis] += red[axis] } }
      if corner & 2 != 0 { for axis in 0..<3 { point[axis] += green[axis] } }
      if corner & 1 != 0 { for axis in 0..<3 { point[axis] += blue[axis] } }
      points.append(point)
    }
    return ICCSketch(version: 2, kind: "scnr", tags: [("A2B0", lookup(inputs: 3, points))])
  }()

  /// A table from inks to XYZ: each ink takes red, green or blue of linear sRGB, and black all.
  static let press: ICCSketch = {
    let primaries: [[Int]] = [
      [14_289, 7_291, 456], [12_621, 23_490, 3_181], [4_688, 1_986, 23_400],
    ]
    var points: [[Int]] = []
    for corner in 0..<16 {
      var point = [0, 0, 0]
      for ink in 0..<3 where corner & 1 == 0 && corner >> (3 - ink) & 1 == 0 {
        for axis in 0..<3 { point[axis] += primaries[ink][axis] }
      }
      points.append(point)
    }
    let table = lookup(inputs: 4, points)
    return ICCSketch(
      version: 2, kind: "prtr", channels: "CMYK", tags: [("A2B0", table), ("A2B1", table)])
  }()
}
