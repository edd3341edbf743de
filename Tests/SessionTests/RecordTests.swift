import Foundation
import TestSupport
import Testing

/// A session's logs and its trace, read by another program.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct RecordTests {
  /// Checks a trace by the format's rules, and prints what it has.
  private static let reader = """
    import collections, json, sys
    kinds, open_edges, arrows, slices = collections.Counter(), collections.Counter(), {}, {1: [], 2: []}
    for event in json.load(open(sys.argv[1])):
        kind, name = event["ph"], event["name"]
        kinds[kind + " " + name if kind in "XCi" else kind] += 1
        if kind == "X":
            slices[event["tid"]].append((event["ts"], -event["dur"]))
        if kind in "be":
            edge = event["cat"], event["id"], name
            open_edges[edge] += 1 if kind == "b" else -1
            assert open_edges[edge] >= 0, event
        if kind == "s":
            arrows[event["id"]] = event["ts"]
        if kind == "f":
            assert arrows.pop(event["id"]) <= event["ts"], event
    assert not any(open_edges.values()), open_edges
    for track in slices.values():
        ends = []
        for start, length in sorted(track):
            # Times are in microseconds with three decimals.
            while ends and ends[-1] <= start + 0.001:
                ends.pop()
            assert not ends or start - length <= ends[-1] + 0.001, (start, length, ends)
            ends.append(start - length)
    print(json.dumps(kinds))
    """

  @Test func `a trace is read by another program, and a log of frames has as many frames`() throws {
    let folder = try TemporaryFolder()
    let (trace, frames) = (folder.path + "/trace", folder.path + "/frames")
    let script = "idle pgdn idle : paste:mark%20here enter down*5 idle"
    let run = try BuiltProgram.run(
      ["--script", script, "--trace", trace, "--frames", frames, "--layout", "grid"])
    #expect(run.status == 0, "\(run.errors)")
    let read = try BuiltProgram.run(["-c", Self.reader, trace], of: "/usr/bin/python3")
    let kinds = try #require(
      JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Int],
      "\(read.errors)")
    let lines = try folder.text("frames").split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let types = Dictionary(grouping: lines) { $0["type"] as? String }
    #expect(types["header"]?.count == 1 && lines.first?["type"] as? String == "header")
    #expect(types["mark"]?.map { $0["text"] as? String } == ["here"])
    let count = try #require(types["frame"]?.count)
    #expect(count >= 7 && types["frame"]?.map { $0["frame"] as? Int } == Array(1...count))
    for kind in ["X frame", "X draw", "X present", "C frame ms", "C loads in flight", "C bytes"] {
      #expect(kinds[kind] == count, "\(kind)")
    }
    #expect(kinds["i key ↓"] == 5 && kinds["i here"] == 1)
    #expect(try #require(kinds["f"]) > 0 && (kinds["b"] ?? 0) > count / 2)
  }

  @Test func `a log is started and ended in a session, and never over another file`() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log"
    func typed(_ line: String) -> String {
      ": paste:\(line.replacing(" ", with: "%20").replacing("/", with: "%2F")) enter"
    }
    let run = try BuiltProgram.run([
      "--script", "idle \(typed("log \(log)")) down \(typed("log")) idle", "--dump",
    ])
    #expect(run.status == 0 && run.output.contains("the log has ended"), "\(run)")
    let text = try folder.text("log")
    #expect(text.contains("\"frame\"") && text.hasSuffix("}\n"))
    let again = try BuiltProgram.run(["--script", "idle \(typed("log \(log)"))", "--dump"])
    #expect(again.status == 0 && again.output.contains(":log"), "\(again)")
    #expect(try folder.text("log") == text)
    let unmarked = try BuiltProgram.run(["--script", "idle \(typed("mark here"))", "--dump"])
    #expect(unmarked.output.contains("no log to mark"))
  }
}
