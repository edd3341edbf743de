import FoundationEssentials
import Testing

@testable import GalleryApp
@testable import ImageLoading
@testable import LoadPlanning

@Suite struct LoadLineTests {
  private func load(_ address: String) throws -> LoadTrace {
    LoadTrace(url: try #require(URL(string: address)), startedAt: .milliseconds(1_500))
  }

  @Test func `a line has every field, in a fixed order`() throws {
    var load = try load("http://me:secret@pictures.example/a.jpg")
    load.source = .network
    load.bytes = 1_234
    load.retries = 1
    load.total = .microseconds(20_250)
    load.queueWait = .milliseconds(1)
    load.firstByte = .nanoseconds(12_345_678)
    load.transfer = .milliseconds(5)
    load.decode = .microseconds(3_500)
    load.process = .microseconds(125)
    #expect(
      try LoadLine(load).json([]) == """
        {"bytes":1234,"decode_ms":3.5,"error":null,"first_byte_ms":12.346,"outcome":"loaded",\
        "process_ms":0.125,"queue_ms":1,"retries":1,"source":"network","start_ms":1500,\
        "total_ms":20.25,"transfer_ms":5,"url":"http://pictures.example/a.jpg"}

        """)
  }

  @Test func `stages that a load skipped are null`() throws {
    var load = try load("http://pictures.example/a.jpg")
    load.error = .status(404)
    #expect(
      try LoadLine(load).json([]) == """
        {"bytes":0,"decode_ms":null,"error":"the server answered 404","first_byte_ms":null,\
        "outcome":"failed","process_ms":null,"queue_ms":null,"retries":0,"source":null,\
        "start_ms":1500,"total_ms":0,"transfer_ms":null,"url":"http://pictures.example/a.jpg"}

        """)
    load.error = .cancelled
    #expect(try LoadLine(load).json([]).contains(#""error":"cancelled","#))
    #expect(try LoadLine(load).json([]).contains(#""outcome":"cancelled","#))
  }
}
