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

  /// A server that gives a picture to who has the key, and sends everybody on to another one from /away.
  private static let doorkeeper = #"""
    use IO::Socket::INET;
    $| = 1;
    my @servers = map IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 20), 1 .. 2;
    my @ports = map $_->sockport, @servers;
    print "@ports\n";
    for my $server (@servers) {
      next if fork;
      while (my $client = $server->accept) {
        my $request = <$client> // '';
        my @fields;
        while (defined(my $line = <$client>)) { last if $line eq "\r\n"; push @fields, $line }
        my $has_key = grep /^x-key: SECRET\r$/i, @fields;
        my $body = $has_key ? "P6 1 1 255\nabc" : 'no';
        my $head = $request =~ m{ /away } ? "302 Found\r\nLocation: http://127.0.0.1:$ports[1]/b"
          : ($has_key ? '200 OK' : '403 Forbidden') . "\r\nContent-Type: image/x-portable-pixmap";
        print $client "HTTP/1.1 $head\r\nConnection: close\r\nContent-Length: ", length $body, "\r\n\r\n$body";
        close $client;
      }
    }
    wait;
    """#

  @Test func `a header field goes to its server only, and is written nowhere`() async throws {
    try await inFolder { folder in
      try Data(Self.doorkeeper.utf8).write(to: URL(fileURLWithPath: folder + "/doorkeeper"))
      try Data("# a key\n\nx-key: SECRET\n".utf8)
        .write(to: URL(fileURLWithPath: folder + "/fields"))
      let session = #"""
        program=$0
        cd "$1" || exit
        setsid perl doorkeeper > ports & server=$!
        trap 'kill -- -$server' EXIT
        until read -r own other < ports && [ -n "$other" ]; do sleep 0.02; done
        run() {
          "$program" "http://127.0.0.1:$own/a" "http://127.0.0.1:$own/away" "$@" --script idle \
            --size 100x30 --layout grid --dump --cache-dir cache --report report --trace trace \
            --record record
        }
        run --header-file fields > with || exit
        run > without || exit
        printf '%s\n' "http://127.0.0.1:$own/a" > list.txt
        "$program" list.txt --header "http://127.0.0.1:$own x-key: SECRET" --script idle --dump \
          > listed
        rm fields doorkeeper
        """#
      let child = try Child(
        ["bash", "-c", session, BuiltProgram.path, folder],
        environment: BuiltProgram.environment())
      var status: Int32?
      _ = try await eventually(within: .seconds(60)) {
        status = status ?? child.poll()
        return status != nil
      }
      #expect(status == 0)
      func refusals(_ name: String) throws -> Int {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).ranges(of: "403").count
      }
      // The other server gets no key, so that it refuses.
      let counts = try ["with", "without", "listed"].map(refusals)
      #expect(counts == [1, 2, 0])
      for name in try #require(FileManager.default.subpaths(atPath: folder)) {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
          continue
        }
        #expect(bytes.range(of: Data("SECRET".utf8)) == nil, "in \(name)")
        #expect(bytes.range(of: Data("P6 1 1".utf8)) == nil, "its picture is in \(name)")
      }
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
