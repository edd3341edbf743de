import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// Pictures that `rsvg-convert` draws.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SVGDrawingTests {
  private static let red: UInt32 = 0xFFFF_0000

  private func svg(_ attributes: String, _ content: String) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>
      \(content)</svg>
      """.utf8)
  }

  private func square(_ attributes: String = "viewBox='0 0 4 2'") -> [UInt8] {
    svg(attributes, "<rect width='2' height='2' fill='#f00'/>")
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test func `without the program a sentence names its package`() {
    let error = #expect(throws: ImageDecodingError.self) {
      var decoder = ImageDecoder()
      decoder.searchPath = SearchPath("/nowhere")
      try square().withUnsafeBytes { bytes in
        _ = try decoder.decode(
          bytes, target: ImageTarget(size: Self.size(9, 9)), limits: DecodeLimits(),
          isCancelled: { false })
      }
    }
    #expect(error?.description == "SVG: install librsvg2-bin")
  }

  @Test(
    arguments: [
      (size(4, 2), size(4, 2)), (size(320, 240), size(320, 160)), (size(37, 400), size(37, 19)),
    ])
  func `a picture is drawn at exactly the size of its target`(
    target: PixelSize, drawn: PixelSize
  ) throws {
    let image = try square().decoded(to: target)
    #expect(image.size == drawn)
    #expect(image[0, drawn.height / 2] == Self.red && image[drawn.width / 2 - 1, 1] == Self.red)
    #expect(image[drawn.width / 2 + 1, 0] >> 24 == 0, "what nothing covers is transparent")
  }

  @Test func `a picture that fills its target is cut`() throws {
    let image = try square().decoded(to: Self.size(100, 100), contentMode: .fill)
    #expect(image.size == Self.size(100, 100))
    #expect(image[48, 50] == Self.red && image[52, 50] >> 24 == 0)
  }

  @Test(
    arguments: [
      "width='1e9' height='5e8' viewBox='0 0 4 2'", "viewBox='0 0 4 2' width='1'",
    ]) func `the size that a file claims costs nothing`(attributes: String) throws
  {
    let image = try square(attributes).decoded(to: Self.size(40, 40))
    #expect(image[0, image.size.height / 2] == Self.red)
    #expect(image.size.width == 40)
  }

  @Test func `a picture that states no shape is not stretched`() throws {
    let square = svg("", "<rect width='9' height='9' fill='#f00'/>")
    let image = try square.decoded(to: Self.size(150, 150))
    let line = (0..<image.size.width).count { image[$0, 2] == Self.red }
    let column = (0..<image.size.height).count { image[2, $0] == Self.red }
    #expect(line == column && line > 9)
  }

  @Test func `half of a color is kept as alpha`() throws {
    let half = svg("viewBox='0 0 1 1'", "<rect width='1' height='1' fill='#f00' opacity='.5'/>")
    let image = try half.decoded(to: Self.size(8, 8))
    #expect(image[4, 4].isClose(to: 0x80FF_0000, 1))
  }

  @Test func `a broken file has its reason`() {
    let error = #expect(throws: ImageDecodingError.self) {
      try Array("<svg><rect></svg>".utf8).decoded()
    }
    guard case .corrupt("SVG", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty && !reason.contains("\n"))
  }

  @Test func `no other file is opened, and no server is asked`() throws {
    let folder = try TemporaryFolder()
    let other = svg("width='9' height='9'", "<rect width='9' height='9' fill='#f00'/>")
    _ = try folder.file("other.svg", other)
    _ = try folder.file("other.css", Array("*{fill:red}".utf8))
    let opened = try OpenedFiles(in: folder.url)
    let callers = Log<Int>()
    let server = try RawServer { _ in callers.add(1) }
    for place in ["file://\(folder.url.path)", folder.url.path, "http://127.0.0.1:\(server.port)"] {
      let start = """
        <?xml version="1.0"?><?xml-stylesheet href="\(place)/other.css"?>
        <!DOCTYPE svg [<!ENTITY all SYSTEM "\(place)/other.svg">]>

        """
      let body = svg(
        "width='9' height='9' xmlns:xi='http://www.w3.org/2001/XInclude'",
        """
        <style>@import url("\(place)/other.css");</style>
        <image width='9' height='9' href='\(place)/other.svg'/>
        <image width='9' height='9' xlink:href='\(place)/other.svg'/>
        <use href='\(place)/other.svg#x'/><rect width='9' height='9' fill='url(\(place)/other.svg#x)'/>
        <xi:include href='\(place)/other.svg'/><xi:include href='\(place)/other.css' parse='text'/>
        """)
      for bytes in [Array(start.utf8) + body, body] {
        let image = try? bytes.decoded(to: Self.size(9, 9))
        #expect(image?.pixels.allSatisfy { $0 >> 24 == 0 } ?? true, "\(place)")
      }
      let entity = svg("width='9' height='9'", "&all;")
      let image = try? (Array(start.utf8) + entity).decoded(to: Self.size(9, 9))
      #expect(image?.pixels.allSatisfy { $0 >> 24 == 0 } ?? true, "\(place)")
    }
    #expect(opened.names().isEmpty)
    #expect(callers.count == 0)
  }

  /// Pictures that take minutes, gigabytes or endless nesting where nothing limits it.
  static let hostile: [(name: String, content: String)] = {
    func chain(_ count: Int, _ step: (Int) -> String) -> String {
      (0..<count).map(step).joined()
    }
    let doubled = chain(40) { "<g id='a\($0 + 1)'><use href='#a\($0)'/><use href='#a\($0)'/></g>" }
    let square = "<rect id='a0' width='4' height='4' fill='#00f'/>"
    let blur =
      "<filter id='f'><feGaussianBlur stdDeviation='99'/><feTurbulence numOctaves='99'/></filter>"
    return [
      ("a use of itself", "<g id='a'><use href='#a'/></g>"),
      ("two uses of each other", "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"),
      ("doubled forty times", "<defs>\(square)\(doubled)</defs><use href='#a40'/>"),
      (
        "filters, doubled",
        "\(blur)<defs><g filter='url(#f)'>\(square)</g>"
          + doubled.replacing("<g ", with: "<g filter='url(#f)' ") + "</defs><use href='#a40'/>"
      ),
      ("nested deeply", chain(100_000) { _ in "<g>" } + chain(100_000) { _ in "</g>" }),
      (
        "a chain of uses",
        "<defs>\(square)"
          + chain(100_000) { "<g id='a\($0 + 1)' opacity='.9'><use href='#a\($0)'/></g>" }
          + "</defs><use href='#a100000'/>"
      ),
      (
        "entities that grow",
        ""
      ),
    ]
  }()

  private func draw(_ bytes: [UInt8]) throws(ImageDecodingError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in
        guard let tool = SVGTool(in: .environment), let header = SVGHeader(bytes) else {
          throw .unknownFormat
        }
        _ = try tool.draw(
          bytes, header, at: Self.size(64, 64), processorSeconds: 1, isCancelled: { false })
      }
    }
    try result.get()
  }

  @Test(arguments: hostile.map(\.name))
  func `a drawing over a limit ends with a reason, and ends nothing else`(name: String) throws {
    let content = try #require(Self.hostile.first { $0.name == name }?.content)
    var bytes = svg("viewBox='0 0 4 4'", content)
    if content.isEmpty {
      let entities = (0..<12).map { number in
        let parts = String(repeating: "&e\(number);", count: 10)
        return "<!ENTITY e\(number + 1) '\(parts)'>"
      }
      let start = "<!DOCTYPE svg [<!ENTITY e0 'xxxxxxxxxx'>\(entities.joined())]>"
      bytes = Array(start.utf8) + svg("viewBox='0 0 4 4'", "<text>&e12;</text>")
    }
    do throws(ImageDecodingError) {
      try draw(bytes)
    } catch {
      guard case .corrupt("SVG", let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func `a drawing that nobody wants any more is stopped`() throws {
    let content = try #require(Self.hostile.first { $0.name == "filters, doubled" }?.content)
    var asked = 0
    let error = #expect(throws: ImageDecodingError.self) {
      try svg("viewBox='0 0 4 4'", content).decoded(to: Self.size(640, 480)) {
        asked += 1
        return asked > 5
      }
    }
    #expect(error == .cancelled)
  }

  @Test func `wrong bytes give a picture or a reason`() {
    var random = SeededRandom(seed: 33)
    let whole = svg(
      "viewBox='0 0 40 20'",
      """
      <defs><linearGradient id='g'><stop offset='0' stop-color='red'/></linearGradient>
      <filter id='f'><feOffset dx='1'/></filter><mask id='m'><circle r='9'/></mask></defs>
      <path d='M0 0 L9 9 C1 2 3 4 5 6 Z' fill='url(#g)' filter='url(#f)'/>
      <g mask='url(#m)' transform='rotate(9) scale(2)'><text x='1' y='2' font-size='3'>a</text></g>
      <image width='4' height='4' href='data:image/png;base64,iVBORw0KGgo='/>
      """)
    for _ in 0..<30 {
      let bytes = whole.mutated(using: &random)
      do throws(ImageDecodingError) {
        let image = try bytes.decoded(to: Self.size(48, 48))
        #expect(image.pixels.count == image.size.area)
      } catch {
        #expect(error != .cancelled)
      }
    }
  }

  /// Draws a picture by a script that stands for the program, and writes `result` in its folder.
  private func draw(by script: String, _ result: [UInt8] = []) throws -> PixelImage {
    let folder = try TemporaryFolder()
    _ = try folder.file("result", result)
    let program = try folder.file(
      "rsvg-convert", Array("#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    var decoder = ImageDecoder()
    decoder.searchPath = SearchPath(folder.url.path)
    return try square().withUnsafeBytes { bytes in
      try decoder.decode(
        bytes, target: ImageTarget(size: Self.size(4, 2)), limits: DecodeLimits(),
        isCancelled: { false })
    }
  }

  @Test(arguments: [
    "exit 0", "exit 1", "exit 127", "kill -9 $$", "echo garbage", "exec cat /dev/zero",
    "cat result",
  ])
  func `a result that is not the picture is a failure with a reason`(script: String) throws {
    let other = try Fixture("color.png").bytes
    let error = #expect(throws: ImageDecodingError.self) { try draw(by: script, other) }
    #expect(error?.description.isEmpty == false)
  }

  @Test func `the program finds all of the picture on its standard input`() throws {
    let svg = square() + Array(repeating: UInt8(ascii: " "), count: 1 << 20)
    let output = try svg.withUnsafeBytes { bytes in
      try ConfinedProgram.Run(ConfinedProgram.Limits()).output(
        of: "/bin/cat", [], input: bytes, { false })
    }
    #expect(Array(output) == svg)
  }
}
