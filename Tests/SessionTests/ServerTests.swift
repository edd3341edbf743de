import Foundation
import TestSupport
import Testing

/// A person looks at the lists of servers, and copies the recipes of `Servers.md`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ServerTests {
  /// Runs a script beside a server whose first line is its address, `$url`, in a folder with pictures.
  private func session(
    _ server: String, _ script: String, in folder: TemporaryFolder? = nil
  ) throws -> Terminal {
    let folder = try folder ?? .withPictures()
    for name in ["p10.ppm", "sub dir/a&b.ppm"] { try folder.addPicture(name) }
    _ = try folder.file("server.py", Array(server.utf8))
    mkfifo(folder.path + "/address", 0o600)
    return try Terminal(
      script: """
        python3 -u server.py >address 2>log & trap "kill $!" EXIT
        read -r url <address
        \(script)
        """, in: folder)
  }

  private func leave(_ terminal: Terminal) throws {
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  private static let python = """
    import http.server
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    print("http://127.0.0.1:%d" % s.server_port, flush=True)
    s.serve_forever()
    """

  /// The system chooses the port, and nginx takes the socket over.
  private static let nginx = """
    import os, socket
    s = socket.create_server(("127.0.0.1", 0))
    os.dup2(s.fileno(), 9)
    port = s.getsockname()[1]
    os.mkdir("run")
    open("run/nginx.conf", "w").write('''
    pid run/nginx.pid; error_log stderr; events {} daemon off;
    http { access_log off; client_body_temp_path run; proxy_temp_path run; fastcgi_temp_path run;
      uwsgi_temp_path run; scgi_temp_path run;
      server { listen 127.0.0.1:%d; root %s; autoindex on; } }''' % (port, os.getcwd()))
    print("http://127.0.0.1:%d" % port, flush=True)
    os.environ["NGINX"] = "9;"
    os.execv("/usr/sbin/nginx", ["nginx", "-p", os.getcwd(), "-c", "run/nginx.conf", "-e", "stderr"])
    """

  @Test func `the listings of Python's server and of nginx are folders`() throws {
    let flat = try session(Self.python, "filmstrip $url/")
    try flat.until("in natural order") {
      flat.text.contains("1 folder inside is left out") && flat.text.contains("p1.ppm")
        && flat.text.contains("p2.ppm") && !flat.text.contains("p10")
    }
    try flat.press(("G", "10/10 p10.ppm"))
    try leave(flat)
    guard FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") else { return }
    let deep = try session(Self.nginx, "filmstrip -r $url/")
    try deep.press(("", "p1.ppm"), ("G", "11/11 a&b.ppm"), ("", "sub dir"))
    try leave(deep)
  }

  @Test func `D downloads the marked pictures, and u takes them back`() throws {
    let folder = try TemporaryFolder.withPictures()
    let home = try TemporaryFolder()
    let terminal = try session(
      Self.python,
      "unset XDG_CONFIG_HOME XDG_STATE_HOME; HOME='\(home.path)' filmstrip $url/ --layout list",
      in: folder)
    func downloads() -> [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: home.path + "/Downloads")
      return (names ?? []).sorted()
    }
    try terminal.press(
      ("", "p1.ppm"), ("d", "is on a server, where files can't be changed; D downloads it"),
      ("  ", "2 marked"), ("D", "download: 2 marked pictures? y: yes"),
      ("y", "2 pictures downloaded; u undoes it"))
    #expect(downloads() == ["p1.ppm", "p2.ppm"])
    let copies = try ["p1.ppm", "p2.ppm"].map {
      try Data(contentsOf: URL(fileURLWithPath: home.path + "/Downloads/" + $0))
        == Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0))
    }
    #expect(copies == [true, true])
    try terminal.press(("u", "undone for 2 pictures"))
    #expect(downloads() == [])
    try terminal.press(("D", "download: 2 marked pictures?"), ("y", "2 pictures downloaded"))
    #expect(downloads() == ["p1.ppm", "p2.ppm"])
    try terminal.press(("D", "download: 2 marked pictures?"), ("y", "2 pictures downloaded"))
    #expect(downloads().count == 4)
    try terminal.press(("u", "undone for 2 pictures"))
    #expect(downloads() == ["p1.ppm", "p2.ppm"])
    try terminal.type("u")
    try terminal.until("the first ones are undone, too") { downloads().isEmpty }
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))
  }

  // MARK: - Recipes

  /// A server with two pages of Immich's search, and a listing by WebDAV, which gives away previews only.
  private static let fake = """
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
    s.serve_forever()
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
    _ heading: String, tools: String = "", _ replacements: [(String, String)]
  ) throws -> Terminal {
    let text = try recipe(heading, replacements)
    return try session(
      Self.fake, "KEY=k USER=u APP_PASSWORD=p; \(tools)\n\(text)")
  }

  @Test func `the recipes for servers show all pages by day, and previews of what is listed`()
    throws
  {
    let terminal = try play(
      "Immich", tools: #"echo "$url x-api-key: k" >key"#,
      [("https://photos.example.org", "$url")])
    try terminal.until("both pages") {
      terminal.text.contains("1/6 asset 1") && terminal.text.contains("asset 6")
        && !terminal.text.contains("failed")
    }
    try terminal.press(("", "2026-11-02"), ("\r", "1x2"))
    try leave(terminal)
    let cloud = try play(
      "Nextcloud", tools: #"echo "$url Authorization: Basic dTpw" >key"#,
      [("https://cloud.example.org", "$url"), ("|gif", "|gif|ppm")])
    try cloud.until("two pictures") {
      let text = cloud.text
      return text.contains("1/2 p1.ppm") && text.contains("p2.PPM")
        && text.count { $0 == "▀" } == 2 && !text.contains("failed")
    }
    try leave(cloud)
  }

  @Test func `the recipes for programs take what these print`() throws {
    // gallery-dl's JSON as its DataJob writes it: an array of messages; 2 is a folder's, 3 a file's.
    let tools = """
      gallery_dl() { printf '%s\\n' p1.ppm '| p3.ppm' p2.ppm; }
      gallery_json() { printf '[[2,{"category":"x","title":"no"}],\\n[3,"%s/p1.ppm",{"title":"Soup","width":1}],\\n[3,"%s/p2.ppm",{"id":2}]]\\n' $url $url; }
      rclip() { printf '%s\\n' "$PWD/p4.ppm"; }
      rclone() { printf '%s\\n' p1.ppm 'sub dir/a&b.ppm'; }

      """
    let gallery = try recipe(
      "gallery-dl", [("gallery-dl -g URL", "gallery_dl"), ("gallery-dl -j URL", "gallery_json")]
    ).split(separator: "\n").map(String.init)
    let rclone = try recipe("rclone", [("https://public.example.org", "'$url'")])
      .split(separator: "\n").last.map(String.init)
    let commands = [
      (gallery[0], ["1/2 p1.ppm", "p2.ppm"]), (gallery[1], ["1/2 Soup", "p2.ppm"]),
      (try recipe("rclip", []), ["1/1 p4.ppm"]), (try #require(rclone), ["1/2 p1.ppm", "a&b.ppm"]),
    ]
    for (command, names) in commands {
      let terminal = try session(Self.python, tools + command)
      try terminal.until("\(names) of \(command)") {
        names.allSatisfy(terminal.text.contains) && !terminal.text.contains("failed")
      }
      try leave(terminal)
    }
  }
}
