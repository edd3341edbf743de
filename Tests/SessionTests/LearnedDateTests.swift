import DecodingTestSupport
import Foundation
import TestSupport
import Testing

/// Pictures whose dates the program learns as it decodes them.
@Suite(.timeLimit(.minutes(2))) struct LearnedDateTests {
  @Test(arguments: [false, true])
  func `rows of a server's folder are in the order of the dates that they show`(isReversed: Bool)
    async throws
  {
    // The server lists other dates, in an order that is neither of both.
    let years = [2002, 2003, 2001]
    let picture = try Fixture("baseline.jpg").bytes
    let server = try RawServer { connection in
      let request = connection.readRequest()
      guard let number = (0..<3).first(where: { request.contains("/\($0).jpg") }) else {
        let links = (0..<3).map { "<a href=\"\($0).jpg\">x</a> 2\($0)-Nov-2025 18:00 9\n" }
        return connection.respond(
          headers: ["Content-Type: text/html"], body: links.joined().utf8)
      }
      let date = ExifSketch.Value.text("\(years[number]):07:04 12:34:56")
      connection.respond(
        headers: ["Content-Type: image/jpeg"],
        body: picture.withExif(ExifSketch(details: [(0x9003, date)])))
    }
    let outcome = try await BuiltProgram.run(
      [
        "http://127.0.0.1:\(server.port)/", "--sort", "taken", "--layout", "list", "--tile",
        "24x8", "--script", "idle", "--dump", "--size", "100x60", "--no-disk-cache",
      ] + (isReversed ? ["--reverse"] : []))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = outcome.output.matches(of: /(200[123])-07-04 12:34:56/).compactMap { Int($0.1) }
    #expect(shown == (isReversed ? [2003, 2002, 2001] : [2001, 2002, 2003]))
  }
}
