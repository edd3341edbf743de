import NIOHTTP1
import Raster
import SimulationModels
import Testing

@testable import PlaceholderServer

@Suite struct RouteTests {
  private func picture(_ target: String) throws -> (PictureRequest, Faults) {
    guard case .picture(let picture, let faults) = try Route(target: target, method: .GET) else {
      throw Refusal(.notFound, "not a picture")
    }
    return (picture, faults)
  }

  @Test func `a path of two sides is a picture captioned with its size`() throws {
    let (picture, faults) = try picture("/300x200")
    #expect(picture.size == PixelSize(width: 300, height: 200))
    #expect(picture.caption == "300x200")
    #expect(picture.format == .png)
    #expect(picture.background == nil)
    #expect(picture.foreground == nil)
    #expect(faults == (try Faults(query: Query(""))))
  }

  @Test(arguments: [
    ("text=food%200", "food 0"), ("text=food+0", "food 0"), ("text=a%2Bb", "a+b"),
    ("text=%E9%A3%9F", "食"), ("text=", ""), ("text", ""), ("text=a=b", "a=b"),
    ("text=one&text=two", "one"), ("%74ext=x", "x"), ("&&text=x&", "x"),
  ])
  func `a caption is decoded`(query: String, caption: String) throws {
    #expect(try picture("/10x10?\(query)").0.caption == caption)
  }

  @Test(
    arguments: [
      ("bg=123456&fg=fEd", 0x123456, 0xFFEEDD), ("bg=000", 0, nil), ("fg=FFFFFF", nil, 0xFFFFFF),
    ] as [(String, UInt32?, UInt32?)])
  func `colors have three or six digits`(query: String, bg: UInt32?, fg: UInt32?) throws {
    let (picture, _) = try picture("/10x10?\(query)")
    #expect(picture.background?.rawValue == bg)
    #expect(picture.foreground?.rawValue == fg)
  }

  @Test(arguments: [("/24x16?bytes=3400", 3_400), ("/24x16", nil)])
  func `a file is as long as its address says`(target: String, bytes: Int?) throws {
    #expect(try picture(target).0.fileBytes == bytes)
  }

  @Test func `every fault is read`() throws {
    let all = "delay=250&drip=100&truncate=7"
    var faults = try picture("/10x10?\(all)").1
    #expect(faults.delay == .milliseconds(250))
    #expect(faults.bytesPerSecond == 100)
    #expect(faults.ending == .closed(afterBytes: 7))
    #expect(faults.replacement == nil)
    faults = try picture("/10x10?reset=9&redirect=2&status=404&garbage=1&hang=1").1
    #expect(faults.ending == .reset(afterBytes: 9))
    #expect(faults.replacement == .redirect(hops: 2))
    #expect(try picture("/10x10?garbage=1&hang=1").1.replacement == .garbage)
    #expect(try picture("/10x10?hang=1&status=404").1.replacement == .silence)
    #expect(try picture("/10x10?status=404").1.replacement == .status(.notFound))
    #expect(try picture("/10x10?status=200&garbage=0&hang=0&redirect=0").1.replacement == nil)
  }

  @Test(arguments: [
    "/0x5", "/5x0", "/4097x1", "/1x4097", "/99999999999999999999x1", "/0000000x3",
    "/9x9?bg=12", "/9x9?bg=ggg", "/9x9?fg=+12345", "/9x9?bg=", "/9x9?bg=１２３",
    "/9x9?format=gif", "/9x9?format=", "/9x9?text=%", "/9x9?text=%4", "/9x9?text=%zz",
    "/9x9?text=%+1", "/9x9?text=%ff", "/9x9?text=%ED%A0%80", "/9x9?%=1",
    "/9x9?delay=-1", "/9x9?delay=600001", "/9x9?delay=1.5", "/9x9?delay=", "/9x9?delay=x",
    "/9x9?delay=99999999999999999999", "/9x9?drip=0", "/9x9?drip=1000000001",
    "/9x9?status=100", "/9x9?status=199", "/9x9?status=600", "/9x9?truncate=-1",
    "/9x9?truncate=2147483648", "/9x9?reset=-1", "/9x9?truncate=1&reset=1",
    "/9x9?bytes=0", "/9x9?bytes=-1", "/9x9?bytes=16777217", "/9x9?bytes=x", "/9x9?hang=2",
    "/9x9?stall=", "/9x9?stall=-1", "/9x9?stall=9,", "/9x9?stall=600001", "/9x9?stall=9,x",
    "/9x9?stall=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
    "/9x9?garbage=yes", "/9x9?redirect=101", "/9x9?redirect=-1",
  ])
  func `a value out of its range is a bad request`(target: String) {
    let error = #expect(throws: Refusal.self) { try Route(target: target, method: .GET) }
    #expect(error?.status == .badRequest)
    #expect(error?.sentence.isEmpty == false)
  }

  @Test(arguments: [
    "", "/", "*", "/x", "/1x", "/x1", "/1x1x1", "/1X1", "/1x1/", "//1x1", "1x1", "/-1x1", "/+1x1",
    "/1x1.png", "/%31x1", "/１x1", "/stats/", "/Stats", "?", "/ 1x1", "http://127.0.0.1/1x1",
  ])
  func `any other path is not found`(target: String) {
    let error = #expect(throws: Refusal.self) { try Route(target: target, method: .GET) }
    #expect(error?.status == .notFound)
  }

  @Test func `methods other than GET and HEAD are not allowed on existing paths`() {
    for method in [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS, .RAW(value: "BREW")] {
      for (target, status) in [("/1x1", 405), ("/stats", 405), ("/nothing", 404)] {
        let error = #expect(throws: Refusal.self) { try Route(target: target, method: method) }
        #expect(error?.status.code == UInt(status))
      }
    }
    #expect(throws: Never.self) { try Route(target: "/1x1", method: .HEAD) }
  }

  @Test func `captions and URLs have a greatest length`() {
    let caption = String(repeating: "a", count: 200)
    #expect(throws: Never.self) { try Route(target: "/9x9?text=\(caption)", method: .GET) }
    let longer = #expect(throws: Refusal.self) {
      try Route(target: "/9x9?text=\(caption)a", method: .GET)
    }
    #expect(longer?.status == .badRequest)
    let padding = String(repeating: "a", count: Route.longestTarget)
    let longest = #expect(throws: Refusal.self) {
      try Route(target: "/9x9?pad=\(padding)", method: .GET)
    }
    #expect(longest?.status == .uriTooLong)
  }

  @Test func `no target traps`() {
    var random = SeededGenerator(text: "targets")
    let alphabet = Array("/0123456789x?&=%+abcdfeglitxsu食")
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let noise = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? "/" }
      let target = (Bool.random(using: &random) ? "/9x9?" : "") + String(noise)
      _ = try? Route(target: target, method: .GET)
    }
  }
}
