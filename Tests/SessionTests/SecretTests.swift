import Foundation
import Testing

/// Names and passwords in URLs go to servers, and are shown and written nowhere.
@Suite(.timeLimit(.minutes(3))) struct SecretTests {
  /// A session with pictures that load, that fail and that have no usable address, as each of two people.
  private static let sessions = #"""
    program=$0 folder=$1
    "$program" serve > "$folder/serving" & server=$!
    trap 'kill $server' EXIT
    until address=$(sed -n 's|^listening on http://||p' "$folder/serving") && [ -n "$address" ]
    do sleep 0.02; done
    for name in ANNABELLE BARTHOLOMEW; do
      user="$name:SECRET"
      printf '%s\n' "http://$user@$address/60x40?text=listed" > "$folder/list.txt"
      "$program" "http://$user@$address/300x200?text=a" "http://$user@$address/" \
        "http://$name:SEC RET@$address/x" "http://$user@$address/20x10?status=404" \
        "http://$user@$address/20x10?redirect=9" "$folder/list.txt" \
        --script "idle enter i idle right idle right idle right idle right idle" --size 100x40 \
        --layout grid --dump --cache-dir "$folder/cache" --report "$folder/report.$name" \
        --trace "$folder/trace.$name" --record "$folder/record.$name" \
        > "$folder/out.$name" 2> "$folder/err.$name" || exit
      rm "$folder/list.txt"
    done
    """#

  @Test func `a session has no secret in anything that it writes`() async throws {
    try await inFolder { folder in
      let child = try Child(
        ["bash", "-c", Self.sessions, BuiltProgram.path, folder],
        environment: BuiltProgram.environment())
      var status: Int32?
      _ = try await eventually(within: .seconds(60)) {
        status = status ?? child.poll()
        return status != nil
      }
      #expect(status == 0)
      let files = try #require(FileManager.default.subpaths(atPath: folder)).filter { name in
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(
          atPath: "\(folder)/\(name)", isDirectory: &isFolder)
        return isThere && !isFolder.boolValue
      }
      for file in files {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
        for secret in ["SECRET", "SEC RET", "RET@", "ANNABELLE", "BARTHOLOMEW"] {
          #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file)")
        }
      }
      // Two pictures each, which are there twice because two people may see different ones.
      let info = try await BuiltProgram.run(["cache", "info", "--cache-dir", folder + "/cache"])
      #expect(info.output.contains("servers     4 entries,"), "\(info.output)")
      let trace = try String(contentsOfFile: folder + "/trace.ANNABELLE", encoding: .utf8)
      #expect(trace.contains("/300x200?text=a") && trace.contains("\"failed\""))
    }
  }

  @Test(arguments: [
    ["ftp://ANNABELLE:SECRET@127.0.0.1/a.png"],
    ["http://ANNABELLE:SECRET@127.0.0.1/a.png", "--count", "3"],
    ["http:/ANNABELLE:SECRET@127.0.0.1/a.png"], ["--layout", "http://ANNABELLE:SECRET@127.0.0.1/"],
    ["--no-http://ANNABELLE:SECRET@127.0.0.1/"],
    ["serve", "http://ANNABELLE:SE CRET@127.0.0.1/", "x"],
    ["--replay", "http://ANNABELLE:SECRET@127.0.0.1/"],
    ["--script", "http://ANNABELLE:SECRET@127.0.0.1/"],
  ])
  func `a sentence has no secret in it`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect([64, 66].contains(outcome.status))
    #expect(outcome.errors.contains("127.0.0.1"))
    for secret in ["SECRET", "CRET", "ANNABELLE"] {
      #expect(!outcome.errors.contains(secret), "\(outcome.errors)")
    }
  }
}
