import Foundation
import Testing

/// What the program makes of lists on servers, and the recipes of `Servers.md` with fakes of their tools.
@Suite(.timeLimit(.minutes(2))) struct ServerListTests {
  /// The loopback needs no proxy.
  private static let direct = "export no_proxy=127.0.0.1; "

  /// Runs the program from a shell in a folder with pictures, beside a server, and waits for a text on the screen.
  private func session(
    _ server: String, _ command: String,
    _ body: (TmuxScreen) async throws -> Void
  ) async throws {
    try await inPictureShell { screen, folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/sub dir", withIntermediateDirectories: true)
      for name in ["p10.ppm", "sub dir/a&b.ppm"] {
        try Data("P6 1 1 255\n123".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try Data(server.utf8).write(to: URL(fileURLWithPath: folder + "/server.sh"))
      try screen.enter(
        Self.direct
          + "sh server.sh >log 2>&1 & server=$!; until grep -q http: log; do sleep 0.05; done; "
          + "url=$(grep -o 'http://127.0.0.1:[0-9]*' log | head -n 1); clear")
      try screen.enter(command)
      do { try await body(screen) } catch {
        try? screen.press("q")
        throw error
      }
      try await screen.leaveGallery()
      try screen.enter("kill $server; wait; exit")
    }
  }

  private static let python = """
    exec python3 -u -c '
    import functools, http.server
    h = functools.partial(http.server.SimpleHTTPRequestHandler)
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), h)
    print("http://127.0.0.1:%d" % s.server_port, flush=True)
    s.serve_forever()'
    """

  private static let nginx = """
    mkdir run; port=$((20000 + $$ % 20000))
    cat >run/nginx.conf <<END
    pid run/nginx.pid; error_log stderr; events {} daemon off; master_process off;
    http { access_log off; client_body_temp_path run; proxy_temp_path run; fastcgi_temp_path run;
      uwsgi_temp_path run; scgi_temp_path run;
      server { listen 127.0.0.1:$port; root $PWD; autoindex on; } }
    END
    echo "http://127.0.0.1:$port"
    exec /usr/sbin/nginx -p $PWD -c run/nginx.conf -e stderr
    """

  @Test func `the listing of Python's server is a folder`() async throws {
    try await session(Self.python, "filmstrip $url/") { screen in
      try await screen.waitUntil("in natural order") {
        $0.contains("1 folder inside is left out") && $0.contains("p1.ppm")
          && $0.contains("p2.ppm") && !$0.contains("p10")
      }
      try screen.press("End")
      try await screen.waitFor("10/10 p10.ppm")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")))
  func `the listing of nginx is a folder, with those inside as sections`() async throws {
    try await session(Self.nginx, "filmstrip -r $url/") { screen in
      try await screen.waitFor("p1.ppm")
      try screen.press("End")
      try await screen.waitUntil("the folder inside") {
        $0.contains("11/11 a&b.ppm") && $0.contains("sub dir")
      }
    }
  }

  // MARK: - Recipes

  /// A server with two pages of Immich's search, and a listing by WebDAV, which gives away previews only.
  private static let fake = """
    exec python3 -u -c '
    import http.server, json
    class H(http.server.SimpleHTTPRequestHandler):
      def answer(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind); self.send_header("Content-Length", str(len(body)))
        self.end_headers(); self.wfile.write(body)
      def do_POST(self):
        page = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["page"]
        if self.headers["x-api-key"] != "k": return self.send_error(401)
        items = [{"id": "%d" % n, "originalFileName": "asset %d" % n,
          "localDateTime": "2026-11-%02dT00:00:00" % page} for n in range(3 * page - 2, 3 * page + 1)]
        self.answer(json.dumps({"albums": {}, "assets": {"items": items,
          "nextPage": "2" if page == 1 else None}}).encode(), "application/json")
      def do_PROPFIND(self):
        wanted = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if "<oc:fileid/>" not in wanted: return self.send_error(400)
        names = ["", "p1.ppm", "sub%20dir/", "p2.PPM"]
        one = ("<d:response><d:href>/remote.php/dav/files/u/Photos/%s</d:href><d:propstat><d:prop>"
          "<oc:fileid>%d</oc:fileid></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>")
        self.answer(("<?xml version=\\"1.0\\"?>\\n<d:multistatus xmlns:d=\\"DAV:\\">" + "".join(one % (n, i)
          for i, n in enumerate(names)) + "</d:multistatus>").encode(), "application/xml")
      def do_GET(self):
        parts = self.path.split("/")
        if "assets" in parts and self.headers["x-api-key"] == "k": self.path = "/p%s.ppm" % parts[3]
        elif self.headers["Authorization"] != "Basic dTpw": return self.send_error(403)
        elif parts[-1].startswith("preview?fileId=") and "x={" not in self.path: self.path = "/p9.ppm"
        else: return self.send_error(403)
        super().do_GET()
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
    print("http://127.0.0.1:%d" % s.server_port, flush=True)
    s.serve_forever()'
    """

  /// The shell commands below a heading of the page, whose servers and tools are replaced.
  private func recipe(_ heading: String, _ replacements: [(String, String)]) throws -> String {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/filmstrip/filmstrip.docc/Servers.md"),
      encoding: .utf8)
    let part = try #require(page.components(separatedBy: "### \(heading)\n").dropFirst().first)
    let block = try #require(part.components(separatedBy: "```sh\n").dropFirst().first)
    let text = try #require(block.components(separatedBy: "```").first)
    return replacements.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  private func play(
    _ heading: String, key: String = "", tools: String = "", _ replacements: [(String, String)],
    _ body: (TmuxScreen) async throws -> Void
  ) async throws {
    let text = try recipe(heading, replacements)
    let script = Data(text.utf8).base64EncodedString()
    try await session(
      Self.fake,
      "echo \"\(key)\" >key; \(tools) KEY=k USER=u APP_PASSWORD=p; echo \(script) | base64 -d >recipe; . ./recipe",
      body)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func `the recipe for Immich shows all pages, by day`() async throws {
    try await play(
      "Immich", key: "$url x-api-key: k", [("https://photos.example.org", "$url")]
    ) { screen in
      try await screen.waitUntil("both pages") {
        $0.contains("1/6 asset 1") && $0.contains("asset 6") && !$0.contains("failed")
      }
      try await screen.waitFor("2026-11-02")
      try screen.press("Enter")
      try await screen.waitFor("1x1")
    }
  }

  @Test func `the recipe for Nextcloud shows previews of what is listed`() async throws {
    try await play(
      "Nextcloud", key: "$url Authorization: Basic dTpw",
      [("https://cloud.example.org", "$url"), ("|gif", "|gif|ppm")]
    ) { screen in
      try await screen.waitUntil("two pictures") {
        $0.contains("1/2 p1.ppm") && $0.contains("p2.PPM") && $0.count { $0 == "▀" } == 2
          && !$0.contains("failed")
      }
    }
  }

  @Test func `the recipes for gallery-dl and rclip take what these print`() async throws {
    let tools = """
      gallery_dl() { printf '%s\\n' p1.ppm '| p3.ppm' p2.ppm; }; rclip() { printf '%s\\n' "$PWD/p4.ppm"; };
      """.replacingOccurrences(of: "\n", with: " ")
    let first = try recipe("gallery-dl", [("gallery-dl -g URL", "gallery_dl")])
      .split(separator: "\n")[0]
    try await session(Self.fake, tools + String(first)) { screen in
      try await screen.waitUntil("the first choices") {
        $0.contains("1/2 p1.ppm") && $0.contains("p2.ppm")
      }
    }
    try await session(Self.fake, tools + (try recipe("rclip", []))) { screen in
      try await screen.waitFor("1/1 p4.ppm")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func `the recipe for gallery-dl takes titles from its JSON`() async throws {
    // As its DataJob writes it: an array of messages; 2 is a folder's, 3 a file's.
    let tools = """
      gallery_dl() { printf '[[2,{"category":"x","title":"no"}],\\n[3,"%s/p1.ppm",{"title":"Soup","width":1}],\\n[3,"%s/p2.ppm",{"id":2}]]\\n' $url $url; };
      """.replacingOccurrences(of: "\n", with: " ")
    let second = try recipe("gallery-dl", [("gallery-dl -j URL", "gallery_dl")])
      .split(separator: "\n")[1]
    try await session(Self.python, tools + String(second)) { screen in
      try await screen.waitUntil("the files") {
        $0.contains("1/2 Soup") && $0.contains("p2.ppm") && !$0.contains("failed")
      }
    }
  }

  @Test func `the recipe for rclone takes the names that lsf lists`() async throws {
    let tools = "rclone() { printf '%s\\n' p1.ppm 'sub dir/a&b.ppm'; }; "
    let last = try recipe("rclone", [("https://public.example.org", "'$url'")])
      .split(separator: "\n").last
    try await session(Self.python, tools + String(try #require(last))) { screen in
      try await screen.waitUntil("both, also with a blank") {
        $0.contains("1/2 p1.ppm") && $0.contains("a&b.ppm") && !$0.contains("failed")
      }
      try screen.press("End")
      try await screen.waitUntil("it is loaded") { $0.contains("2/2") && $0.contains("1x1") }
    }
  }
}
