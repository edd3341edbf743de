import ImageRequests
import Testing

@testable import LoadPlanning

@Suite struct BodyMemoryTests {
  private var memory = BodyMemory(limitBytes: 300)

  @Test(arguments: [0, -1, .min])
  func `one body may start, whatever the limit`(limit: Int) {
    #expect(BodyMemory(limitBytes: limit).hasRoom(forSpeculation: false))
    #expect(BodyMemory(limitBytes: limit).hasRoom(forSpeculation: true))
  }

  @Test mutating func `a body counts with its announced length, or with what has come beyond it`() {
    var share = memory.reserve(isSpeculative: false)
    memory.update(&share, isSpeculative: false, received: 0, of: 200)
    #expect(memory.inHandBytes == 200)
    memory.update(&share, isSpeculative: false, received: 250, of: 200)
    #expect(memory.inHandBytes == 250)
    memory.release(share, isSpeculative: false)
    #expect(memory.inHandBytes == 0)
  }

  @Test mutating func `before its length is known, a body counts with the average`() {
    #expect(memory.reserve(isSpeculative: false) == 0)
    memory.recordLength(100)
    memory.recordLength(200)
    #expect(memory.reserve(isSpeculative: false) == 125)
    #expect(memory.inHandBytes == 125)
  }

  @Test mutating func `a long body takes no more than 4 MiB before it comes`() {
    var share = memory.reserve(isSpeculative: false)
    memory.update(&share, isSpeculative: false, received: 0, of: .max)
    memory.recordLength(.max)
    #expect(memory.reserve(isSpeculative: false) == 4 << 20)
    #expect(memory.inHandBytes == 8 << 20)
    memory.update(&share, isSpeculative: false, received: 5 << 20, of: .max)
    #expect(memory.inHandBytes == 9 << 20)
  }
}
