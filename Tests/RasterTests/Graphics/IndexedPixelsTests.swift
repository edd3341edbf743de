import TestSupport
import Testing

@testable import Raster

@Suite struct IndexedPixelsTests {
  /// Returns the color that a decoder makes of percents.
  private static func shown(_ color: RegisterColor) -> UInt32 {
    [color.red, color.green, color.blue].reduce(0) { $0 << 8 | UInt32($1) * 255 / 100 }
  }

  private static func registers(_ pixels: IndexedPixels) -> [UInt32] {
    pixels.registers.map { shown(pixels.colors[Int($0)]) }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `sixels show each pixel in the color of its register`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...120, using: &random), height: .random(in: 1...40, using: &random))
    let colors = (0..<Int.random(in: 1...256, using: &random)).map { _ in
      RegisterColor(
        red: .random(in: 0...100, using: &random), green: .random(in: 0...100, using: &random),
        blue: .random(in: 0...100, using: &random))
    }
    // A walk that stays for a while makes runs, gaps, and pieces that touch.
    var register = 0
    let registers = (0..<size.area).map { _ in
      if Int.random(in: 0..<8, using: &random) < Int(seed % 9) {
        register = .random(in: 0..<colors.count, using: &random)
      }
      return UInt8(register)
    }
    let pixels = IndexedPixels(size: size, registers: registers, colors: colors)
    let strip = Int.random(in: 2...25, using: &random)
    let decoded = SixelCanvas.strips(of: pixels, height: strip).map { SixelDecoder($0) }
    let (complaints, shown) = (decoded.flatMap { $0.complaints }, decoded.flatMap { $0.pixels })
    #expect(complaints == [])
    #expect(shown == Self.registers(pixels))
  }

  @Test(arguments: [2, 16, 60, 256])
  func `a picture has at most as many colors as its terminal has registers`(count: Int) {
    let noise = PictureSamples.noise(PixelSize(width: 70, height: 50), seed: 2)
      .laid(over: Color(rawValue: 0))
    let pixels = SixelRegisters.own(count).indexed(noise)
    #expect(pixels.colors.count <= count)
    #expect(Int(pixels.registers.max() ?? 0) < pixels.colors.count)
    let again = SixelRegisters.own(count).indexed(noise)
    #expect(again.registers == pixels.registers && again.colors == pixels.colors, "always the same")
  }

  @Test func `flat areas in few colors stay flat`() {
    let colors: [UInt32] = [0xFF2E_3440, 0xFFEC_EFF4, 0xFFBF_616A]
    let size = PixelSize(width: 60, height: 33)
    let picture = PixelImage(
      size: size, pixels: (0..<size.area).map { colors[$0 % size.width / 20] })
    let pixels = SixelRegisters.own(256).indexed(picture)
    #expect(pixels.colors.count == 3)
    for index in 0..<size.area {
      #expect(pixels.registers[index] == pixels.registers[index % size.width / 20 * 20])
    }
  }

  @Test func `the error of a color goes on to the next pixels`() {
    // A ramp in two colors: each quarter keeps its mean brightness.
    let size = PixelSize(width: 64, height: 64)
    let ramp = PixelImage(
      size: size,
      pixels: (0..<size.area).map { 0xFF00_0000 | UInt32(64 + $0 % 64 * 2) &* 0x01_0101 })
    let pixels = SixelRegisters.own(2).indexed(ramp)
    #expect(pixels.colors.count == 2)
    let shown = Self.registers(pixels)
    for quarter in 1..<3 {
      func mean(_ all: [UInt32]) -> Int {
        let part = all.indices.filter { $0 % 64 / 16 == quarter }
        return part.reduce(0) { $0 + Int(all[$1] & 255) } / part.count
      }
      #expect(abs(mean(shown) - mean(ramp.pixels)) <= 8)
    }
  }

  @Test(
    arguments: [
      (true, 1024, SixelRegisters.own(256)), (true, 16, .own(16)), (true, 1, .shared),
      (true, nil, .shared), (false, 1024, .shared),
    ] as [(Bool, Int?, SixelRegisters)])
  func `a palette of its own takes registers of its own`(
    areOwn: Bool, count: Int?, registers: SixelRegisters
  ) {
    #expect(SixelRegisters(areOwn: areOwn, count: count) == registers)
  }

  @Test func `a gradient in many colors has runs, and is as near as registers can be`() {
    let size = PixelSize(width: 64, height: 240)
    let picture = PixelImage(
      size: size,
      pixels: (0..<size.area).map { place in
        let level = UInt32(place / size.width)
        return 0xFF_000000 | level << 16 | (level / 2 + 60) << 8 | 200 - level / 2
      })
    let indexed = DiffusedPixels.indexed(picture, colors: 256)
    for row in 0..<size.height {
      let registers = indexed.registers[row * size.width..<(row + 1) * size.width]
      #expect(Set(registers).count == 1)
    }
  }
}
