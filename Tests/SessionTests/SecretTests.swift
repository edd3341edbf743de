import Foundation
import PlaceholderServer
import TestSupport
import Testing

/// Names and passwords go to the servers that they are for, and are shown and written nowhere.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SecretTests {
  /// Runs a session that writes everything that it can, into a folder.
  private func session(_ arguments: [String], script: String, in folder: String) throws -> String {
    let outcome = try BuiltProgram.run(
      arguments + [
        "--script", script, "--size", "100x40", "--layout", "grid", "--dump", "--cache-dir",
        folder + "/cache", "--report", folder + "/report", "--loads", folder + "/loads",
        "--record", folder + "/record", "--trace", folder + "/trace", "--frames",
        folder + "/frames",
      ])
    #expect(outcome.status == 0, "\(outcome)")
    try Data((outcome.output + outcome.errors).utf8)
      .write(to: URL(fileURLWithPath: folder + "/screen"))
    return outcome.output
  }

  private func expectNone(of secrets: [String], in folder: String) throws {
    for name in try #require(FileManager.default.subpaths(atPath: folder)) {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
      for secret in secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
      }
    }
  }

  @Test func `a session has no password in anything that it writes, nor another's pictures`() throws
  {
    let server = try PlaceholderServer()
    try server.start()
    let address = server.baseURL.dropFirst("http://".count)
    let lists = try TemporaryFolder()
    let folder = try TemporaryFolder()
    for name in ["ANNABELLE", "BARTHOLOMEW"] {
      let site = "http://\(name):SECRET@\(address)"
      let list = try lists.file("list.txt", Array("\(site)/60x40?text=listed\n".utf8))
      // Pictures that load, that fail, and that have no usable address.
      _ = try session(
        [
          "\(site)/300x200?text=a", "\(site)/", "http://\(name):SEC RET@\(address)/x",
          "\(site)/20x10?status=404", "\(site)/20x10?redirect=9", list.path,
        ], script: "idle enter i idle right idle right idle right idle right idle", in: folder.path)
    }
    try expectNone(
      of: ["SECRET", "SEC RET", "RET@", "ANNABELLE", "BARTHOLOMEW"], in: folder.path)
    // Two pictures each, which are there twice because two people may see different ones.
    let info = try BuiltProgram.run(["cache", "info", "--cache-dir", folder.path + "/cache"])
    #expect(info.output.contains("servers     4 entries,"), "\(info.output)")
    let loads = try folder.text("loads")
    #expect(try folder.text("trace").contains("/300x200?text=a"))
    #expect(loads.contains("/300x200?text=a") && loads.contains("\"failed\""))
  }

  @Test func `a header field goes to its server only, and its pictures are not kept`() throws {
    let other = try RawServer { Self.answer($0) }
    let server = try RawServer { connection in
      Self.answer(connection, sendingAwayTo: "http://127.0.0.1:\(other.port)/b")
    }
    let own = "http://127.0.0.1:\(server.port)"
    let (inputs, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let fields = try inputs.file("fields", Array("# a key\n\nx-key: SECRET\n".utf8))
    let list = try inputs.file("list.txt", Array("\(own)/a\n".utf8))
    let sources = ["\(own)/a", "\(own)/away"]
    let runs = [
      sources + ["--header-file", fields.path], sources,
      [list.path, "--header", "\(own) x-key: SECRET"],
    ]
    let refusals = try runs.map {
      try session($0, script: "idle", in: folder.path).ranges(of: "403").count
    }
    // The other server gets no key, so that it refuses.
    #expect(refusals == [1, 2, 0])
    try expectNone(of: ["SECRET", "P6 1 1"], in: folder.path)
  }

  /// Gives a picture to who has the key, and sends everybody who asks for /away on.
  private static func answer(_ connection: RawConnection, sendingAwayTo target: String? = nil) {
    let request = connection.readRequest()
    if let target, request.hasPrefix("GET /away") {
      connection.respond("302 Found", headers: ["Location: \(target)"], body: [])
    } else if request.lowercased().contains("\r\nx-key: secret\r\n") {
      connection.respond(
        headers: ["Content-Type: image/x-portable-pixmap"], body: "P6 1 1 255\nabc".utf8)
    } else {
      connection.respond("403 Forbidden", headers: [], body: "no".utf8)
    }
  }
}
