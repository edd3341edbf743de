extension LinearLight {
  /// Whether conversion to sRGB changes no channel by more than 1 of 255.
  ///
  /// It tries a grid of 4,096 colors and 256 values of each channel.
  package var isNearlySRGB: Bool {
    let steps = (0...15).map { UInt32(17 * $0) }
    for red in steps {
      for green in steps {
        for blue in steps where !isNearlyKept(red << 16 | green << 8 | blue) { return false }
      }
    }
    return (0...255).allSatisfy { value in [0, 8, 16].allSatisfy { isNearlyKept(value << $0) } }
  }

  private func isNearlyKept(_ pixel: UInt32) -> Bool {
    let shown = sRGBPixel(of: pixel)
    return stride(from: 0, to: 24, by: 8).allSatisfy { shift in
      abs(Int(pixel >> shift & 255) - Int(shown >> shift & 255)) <= 1
    }
  }

  /// An opaque pixel converted to sRGB.
  private func sRGBPixel(of pixel: UInt32) -> UInt32 {
    let light = SIMD4<Int32>(
      amounts[Int(pixel & 255)], amounts[256 + Int(pixel >> 8 & 255)],
      amounts[512 + Int(pixel >> 16 & 255)], 255)
    return values.withUnsafeBufferPointer { values in
      if let mixing {
        let average = SIMD4(Float(light.x), Float(light.y), Float(light.z), Float(light.w))
        return mixing.pixel(ofAverage: average, values)
      }
      return 255 << 24 | UInt32(values[Int(light.z)]) << 16 | UInt32(values[Int(light.y)]) << 8
        | UInt32(values[Int(light.x)])
    }
  }
}
