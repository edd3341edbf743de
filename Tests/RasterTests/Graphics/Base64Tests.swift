import Foundation
import TestSupport
import Testing

@testable import Raster

@Suite struct Base64Tests {
  @Test func `the text of any bytes is Foundation's`() {
    var random = SeededRandom(seed: 1)
    for count in 0..<50 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.text(of: bytes) == Array(Data(bytes).base64EncodedData()))
    }
  }
}
