import Foundation
import Testing

/// One picture on the whole screen.
@Suite(.serialized, .timeLimit(.minutes(3))) struct DetailTests {
  /// A folder with a GIF of 64x48 pixels that plays once: plain frames, the last one striped.
  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let gif = StripedGIF(width: 64, height: 48, frames: 4)
    try gif.data.write(to: URL(fileURLWithPath: folder + "/moving.gif"))
    return folder
  }

  @Test func `a picture that moves does so to its end, and says what it is`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) --no-disk-cache \(folder)")
    try await screen.waitFor("1/1 moving.gif")
    try screen.press("Enter")
    try await screen.waitFor("4 frames")
    try await screen.waitUntil("the last frame") { $0.contains("▀▀▀▀▀▀▀▀") }
    try screen.press("i")
    try await screen.waitUntil("what is known") {
      $0.contains("64x48 pixels") && $0.contains("GIF, ") && $0.contains("from local in")
    }
    try screen.press("z")
    try await screen.waitFor("100 % · 64x48")
  }

  @Test func `a picture that is named is opened, and its tile is behind it`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) --record \(folder)/keys \(folder)/moving.gif")
    try await screen.waitFor("whole, 100 % · 64x48")
    try screen.press("Escape")
    try await screen.waitUntil("the tile alone") {
      $0.contains("1/1 moving.gif") && !$0.contains("whole")
    }
    try screen.press("q")
    // The screen is restored before the keys are written.
    var keys = ""
    let isRecorded = try await eventually {
      keys = (try? String(contentsOfFile: folder + "/keys", encoding: .utf8)) ?? ""
      return keys.contains("enter")
    }
    #expect(isRecorded && keys.contains("layout grid\ntile fitting\n"), "\(keys)")
  }

  @Test(arguments: ["half", "quadrant", "braille", "ascii"])
  func `a part of a picture is shown with any symbols`(symbols: String) async throws {
    let outcome = try await BuiltProgram.run([
      "--script", "idle enter idle z + idle right down idle end idle", "--dump", "--size", "60x20",
      "--latency", "1", "--symbols", symbols,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1/100 food 0 · "))
    #expect(outcome.output.contains(" % · "))
  }
}

/// An animated GIF, made by hand: colors 0 and 1 (black and white), without compression.
private struct StripedGIF {
  let width: Int
  let height: Int
  let frames: Int

  var data: Data {
    var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0x80, 0, 0]
    bytes += [0, 0, 0, 255, 255, 255]
    for frame in 0..<frames {
      // A fifth of a second each.
      bytes += [0x21, 0xF9, 4, 4] + word(20) + [0, 0, 0x2C] + word(0) + word(0)
      bytes += word(width) + word(height) + [0]
      let isStriped = frame == frames - 1
      bytes += compressed((0..<width * height).map { isStriped ? $0 / width % 2 : frame % 2 })
    }
    return Data(bytes + [0x3B])
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  /// LZW with a clear code before every second pixel, so that codes never grow.
  private func compressed(_ pixels: [Int]) -> [UInt8] {
    let (clear, end) = (4, 5)
    var codes: [Int] = []
    for (index, pixel) in pixels.enumerated() {
      if index % 2 == 0 { codes.append(clear) }
      codes.append(pixel)
    }
    codes.append(end)
    var packed: [UInt8] = []
    var (bits, count) = (0, 0)
    for code in codes {
      bits |= code << count
      count += 3
      while count >= 8 {
        packed.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    packed.append(UInt8(bits & 255))
    var blocks: [UInt8] = [2]
    for start in stride(from: 0, to: packed.count, by: 255) {
      let block = packed[start..<min(start + 255, packed.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }
}
