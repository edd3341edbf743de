import TestSupport
import Testing

@testable import CurlTransport

struct HeadParserTests {
  /// Parses lines that end in `↵`, and returns each head with its fields, and the end.
  private func transcript(_ text: String) -> [String] {
    var parser = HeadParser()
    var heads: [String] = []
    for line in text.split(separator: "↵", omittingEmptySubsequences: false).dropLast() {
      do throws(HeadParser.Fault) {
        guard let head = try parser.parse(line: "\(line)\r\n") else { continue }
        let fields = head.fields.map { "\($0.name)=\($0.value)" }
        let length = head.bodyBytes.map { ["\($0) bytes"] } ?? []
        heads.append(([head.version, "\(head.status)"] + fields + length).joined(separator: " "))
      } catch {
        return heads + ["\(error)"]
      }
    }
    return heads + [parser.isComplete ? "complete" : "broken off"]
  }

  @Test(arguments: [
    ("", ["broken off"]),
    ("HTTP/1.1 200 OK↵", ["broken off"]),
    ("HTTP/1.1 200 OK↵↵", ["HTTP/1.1 200", "complete"]),
    ("http/1.1 200 ok↵↵", ["HTTP/1.1 200", "complete"]),
    ("HTTP/1.1 200↵↵", ["HTTP/1.1 200", "complete"]),
    ("HTTP/2 204 ↵↵", ["HTTP/2 204", "complete"]),
    ("HTTP/1.1 200 OK↵A: b↵C:d ↵↵", ["HTTP/1.1 200 A=b C=d", "complete"]),
    ("HTTP/1.1 200 OK↵A: b↵a: c↵↵", ["HTTP/1.1 200 A=b, c", "complete"]),
    ("HTTP/1.1 200 OK↵A: b↵  c↵\td↵↵", ["HTTP/1.1 200 A=b c d", "complete"]),
    ("HTTP/1.1 200 OK↵A:↵↵", ["HTTP/1.1 200 A=", "complete"]),
    ("HTTP/1.1 200 OK↵↵X: y↵no trailer↵", ["HTTP/1.1 200", "complete"]),
    ("HTTP/1.1 103 Hints↵A: b↵↵", ["broken off"]),
    (
      "HTTP/1.1 100 Go↵↵HTTP/1.1 199 ↵A: b↵↵HTTP/1.1 200 OK↵C: d↵↵",
      ["HTTP/1.1 200 C=d", "complete"]
    ),
    ("HTTP/1.1 200 OK↵Content-Length: 5↵↵", ["HTTP/1.1 200 Content-Length=5 5 bytes", "complete"]),
    (
      "HTTP/1.1 200 OK↵Content-Length: 5↵content-length: 5↵↵",
      ["HTTP/1.1 200 Content-Length=5, 5 5 bytes", "complete"]
    ),
    (
      "HTTP/1.1 200 OK↵Content-Length: 9223372036854775296↵↵",
      ["HTTP/1.1 200 Content-Length=9223372036854775296 9223372036854775296 bytes", "complete"]
    ),
    (
      "HTTP/1.1 200 OK↵Content-Length: 5↵Transfer-Encoding: chunked↵↵",
      ["HTTP/1.1 200 Content-Length=5 Transfer-Encoding=chunked", "complete"]
    ),
  ])
  func `a head is what its lines say`(text: String, expected: [String]) {
    #expect(transcript(text) == expected)
  }

  @Test(arguments: [
    ("nonsense↵", "malformed"), ("HTTP/1.1↵", "malformed"), ("HTTP/1.1 abc↵", "malformed"),
    ("HTTP/1.1 20↵", "malformed"), ("HTTP/1.1 099 ↵", "malformed"), ("HTTP 200 OK↵", "malformed"),
    ("HTTP/1.1 200 OK↵no field↵", "malformed"), ("HTTP/1.1 200 OK↵: b↵", "malformed"),
    ("HTTP/1.1 200 OK↵ folded↵", "malformed"),
    ("HTTP/1.1 200 OK↵Content-Length: -5↵↵", "length"),
    ("HTTP/1.1 200 OK↵Content-Length: +5↵↵", "length"),
    ("HTTP/1.1 200 OK↵Content-Length: 5, 6↵↵", "length"),
    ("HTTP/1.1 200 OK↵Content-Length: ↵↵", "length"),
    ("HTTP/1.1 200 OK↵Content-Length: 9223372036854775808↵↵", "length"),
  ])
  func `a line that cannot be is refused`(text: String, fault: String) {
    #expect(transcript(text).last == fault)
  }

  @Test(arguments: ["A: b", "\nHTTP/1.1 103 Hints", "X: " + String(repeating: "y", count: 60_000)])
  func `the size of the header is limited`(line: String) throws {
    var parser = HeadParser()
    _ = try parser.parse(line: "HTTP/1.1 103 Hints\r\n")
    var count = 1
    #expect(throws: HeadParser.Fault.tooLarge) {
      while count < 1_000 {
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
          _ = try parser.parse(line: "\(part)\r\n")
          count += 1
        }
      }
    }
    #expect(count <= HeadParser.maxLines)
  }

  @Test func `trailers are bounded too`() throws {
    var parser = HeadParser()
    _ = try parser.parse(line: "HTTP/1.1 200 OK\r\n")
    _ = try parser.parse(line: "\r\n")
    for _ in 2..<HeadParser.maxLines { _ = try parser.parse(line: "X: y\r\n") }
    #expect(throws: HeadParser.Fault.tooLarge) { try parser.parse(line: "X: y\r\n") }
  }

  @Test(arguments: [("HTTP/1.0", false), ("HTTP/1.1", false), ("HTTP/2", true), ("HTTP/3", true)])
  func `from its second version on HTTP has many answers at a time`(
    version: String, isMultiplexed: Bool
  ) throws {
    var parser = HeadParser()
    _ = try parser.parse(line: "\(version) 200\r\n")
    #expect(try parser.parse(line: "\r\n")?.isMultiplexed == isMultiplexed)
  }

  @Test func `bytes that are no UTF-8 are Latin-1`() throws {
    var parser = HeadParser()
    _ = try parser.parse(line: "HTTP/1.1 200 OK\r\n")
    let name: [UInt8] = Array("X: caf".utf8) + [0xE9, 0x0D, 0x0A]
    _ = try name.withUnsafeBytes { try parser.parse($0) }
    #expect(try parser.parse(line: "\r\n")?["x"] == "café")
  }
}

// MARK: - Chance

extension HeadParserTests {
  /// Heads written from fields that are known, in all the ways that HTTP allows.
  @Test(arguments: 0..<200) func `whatever way it is written, a head is the same`(seed: Int) throws
  {
    var random = SeededRandom(seed: UInt64(seed))
    var expected: [(name: String, value: String)] = []
    var lines = ["HTTP/1.1 \(Int.random(in: 200...599, using: &random)) Whatever"]
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      let name = ["Age", "Via", "X-A", "x-b", "Vary"].randomElement(using: &random) ?? ""
      let value = (0..<Int.random(in: 0..<4, using: &random)).map { "w\($0)" }
      let isUpper = Bool.random(using: &random)
      let separator = ["", " ", "\t", "  "].randomElement(using: &random) ?? ""
      if let place = expected.firstIndex(where: { $0.name == name }) {
        expected[place].value += ", " + value.joined(separator: " ")
      } else {
        expected.append((name, value.joined(separator: " ")))
      }
      let isFolded = value.count > 1 && Bool.random(using: &random)
      lines.append(
        (isUpper ? name.uppercased() : name) + ":" + separator
          + value.joined(separator: isFolded ? "\r\n " : " "))
    }
    var parser = HeadParser()
    for line in lines.joined(separator: "\r\n").split(separator: "\r\n") {
      #expect(try parser.parse(line: "\(line)\r\n") == nil)
    }
    let head = try #require(try parser.parse(line: "\r\n"))
    #expect(head.fields.count == expected.count)
    for (name, value) in expected { #expect(head[name] == value) }
  }

  @Test func `no bytes do worse than a fault`() {
    var random = SeededRandom(seed: 7)
    let seeds = ["HTTP/1.1 200 OK\r\n", "Content-Length: 12\r\n", " x\r\n", "\r\n", "A: b\r\n"]
    for _ in 0..<20_000 {
      var parser = HeadParser()
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        var line = Array((seeds.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 0..<3, using: &random) where !line.isEmpty {
          let place = Int.random(in: 0..<line.count, using: &random)
          if Bool.random(using: &random) {
            line[place] = UInt8.random(in: 0...255, using: &random)
          } else {
            line.remove(at: place)
          }
        }
        let isOver = line.withUnsafeBytes { line in (try? parser.parse(line)) == nil }
        if isOver, Bool.random(using: &random) { break }
      }
    }
  }
}

extension HeadParser {
  fileprivate mutating func parse(line: String) throws(Fault) -> HTTPHead? {
    var line = line
    // Result, because `withUTF8` knows no typed errors.
    let result = line.withUTF8 { bytes in
      Result { () throws(Fault) in try parse(UnsafeRawBufferPointer(bytes)) }
    }
    return try result.get()
  }
}
