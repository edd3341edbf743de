import Foundation
import Glibc
import TestSupport
import Testing

/// The profiler on real programs, in a terminal and without one.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ProfileTests {
  /// A program that prints each byte that it reads, by its number, until `q`.
  private static let echo = """
    system("stty raw -echo"); $| = 1; print "\\e[?1049h\\e[?1000h\\e[?1006hready";
    while (sysread(STDIN, my $byte, 1)) { last if $byte eq "q"; print " <", ord $byte, ">"; }
    print "\\e[?1000l\\e[?1006l\\e[?1049l"; exit 7;
    """

  private func profile(_ command: [String]) throws -> Terminal {
    try Terminal([BuiltProgram.path, "profile", "--"] + command, of: "/usr/bin/env")
  }

  @Test func `keys, mouse, pastes and answers pass, and the report follows`() throws {
    let terminal = try profile(["perl", "-e", Self.echo])
    try terminal.shows("ready")
    // A query follows after a silence, which this terminal could otherwise end with a key within 2 ms.
    try terminal.until("the first frame is asked about") {
      terminal.output.contains("\u{1B}[5n")
    }
    try terminal.press(
      ("j", "<106>"),
      ("\u{1B}[<0;5;6M", "<27> <91> <60> <48> <59> <53> <59> <54> <77>"),
      ("\u{3}\u{1A}", "<3> <26>"), ("\u{1B}[?1;2c", "<63> <49> <59> <50> <99>"))
    try terminal.type("q")
    try terminal.shows("A pseudo-terminal shows when a program writes")
    #expect(try terminal.end() == .status(7))
    #expect(terminal.settings == terminal.settingsFound)
    // No answer to a query was typed to the program.
    #expect(!terminal.output.contains("<48> <110>"))
    #expect(!terminal.text.contains("answered 0"))
  }

  @Test func `piped input is the command's`() throws {
    let terminal = try Terminal(
      ["-c", "printf abc | '\(BuiltProgram.path)' profile -- tr a-c x-z"], of: "/bin/sh")
    try terminal.shows("xyz")
    #expect(try terminal.end() == .status(0))
    #expect(terminal.settings == terminal.settingsFound)
  }

  @Test func `a command that is killed leaves the terminal as it was found`() throws {
    let script = """
      system("stty raw -echo"); $| = 1; print "\\e[?1049h\\e[?25l\\e[?2004h\\e]0;ti"; kill 9, $$;
      """
    let terminal = try profile(["perl", "-e", script])
    try terminal.shows("exit status 137 (signal 9)")
    #expect(try terminal.end() == .status(137))
    try terminal.until("all is restored") {
      terminal.output.contains(
        "\u{18}\u{1B}\\\u{1B}[m\u{1B}(B\u{F}\u{1B}[4l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    }
    #expect(terminal.settings == terminal.settingsFound)
  }

  @Test func `a signal to the profiler ends the command too, and its last words are shown`()
    async throws
  {
    let script =
      "$SIG{TERM} = sub { print \"\\e[?1049llast words\"; exit }; $| = 1; print \"$$ \\e[?1049hready\"; sleep 1 while 1"
    let terminal = try profile(["perl", "-e", script])
    try terminal.shows("ready")
    let command = try #require(
      terminal.output.split(separator: " ").first.flatMap { Int32($0) })
    kill(terminal.process.id, SIGTERM)
    #expect(try terminal.end() == .signal(SIGTERM))
    try terminal.until("the last words are shown") { terminal.output.contains("last words") }
    #expect(terminal.settings == terminal.settingsFound)
    await eventually("the command has ended") { kill(command, 0) != 0 }
  }

  @Test func `Ctrl-Z stops both, and fg continues both, at the new size`() throws {
    let script =
      "$SIG{CONT} = sub { print 'at ', `stty size` }; $| = 1; print 'ready'; sleep 1 while 1"
    let terminal = try Terminal(["--norc", "-i"], of: "/bin/bash")
    try terminal.prompts()
    try terminal.type(
      "'\(BuiltProgram.path)' profile -- perl -e \"\(script.replacing("$", with: "\\$").replacing("`", with: "\\`").replacing("\"", with: "\\\""))\"\r"
    )
    try terminal.until("the command runs") {
      terminal.text.split(separator: "\n").contains("ready")
    }
    try terminal.type("\u{1A}")
    try terminal.shows("Stopped")
    terminal.resize(columns: 70, rows: 20)
    try terminal.type("fg\r")
    try terminal.shows("at 20 70")
    try terminal.type("\u{3}")
    try terminal.shows("A pseudo-terminal shows")
  }

  @Test func `without a terminal a stop stops both, and a later signal continues both`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ready = folder.path + "/ready"
    let script = """
      $SIG{CONT} = sub { exit 7 }; open(my $ready, ">", "\(ready)"); sleep 1 while 1
      """
    // The system stops only members of a group whose leader has a parent outside.
    let process = try ChildProcess(
      ["perl", "-e", "setpgrp; exec @ARGV", BuiltProgram.path, "profile", "--no-terminal", "--"]
        + ["perl", "-e", script])
    await eventually("the command runs") { access(ready, F_OK) == 0 }
    kill(process.id, SIGTSTP)
    await eventually("the profile is stopped") {
      let status = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
      return status?.contains(") T ") == true
    }
    kill(process.id, SIGCONT)
    #expect(try process.wait() == .status(7))
  }

  @Test func `without a terminal and keys a hint is given, and Ctrl-C ends with a report`() throws {
    let terminal = try Terminal(
      [
        BuiltProgram.path, "profile", "--no-terminal", "--", "sh", "-c",
        "stty size; exec sleep 1000",
      ], of: "/usr/bin/env")
    try terminal.shows("the command runs unseen until it ends, or Ctrl-C; --keys types")
    try terminal.type("\u{3}")
    try terminal.shows("A pseudo-terminal shows when a program writes")
    #expect(try terminal.end() == .signal(SIGINT))
    let silent = try BuiltProgram.run(["profile", "--no-terminal", "--", "true"])
    #expect(silent.status == 0 && silent.errors.isEmpty)
  }

  @Test func `live figures are shown on a terminal that doesn't show the command`() throws {
    let script = "'\(BuiltProgram.path)' profile --hud \"$(tty)\" --no-terminal -- "
    let terminal = try Terminal(
      ["-c", script + "sh -c 'echo ready; exec sleep 1000'"], of: "/bin/sh")
    try terminal.shows(" of 1 · ")
    try terminal.type("\u{3}")
    try terminal.shows("A pseudo-terminal shows when a program writes")
    #expect(terminal.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
    let own = try Terminal(
      ["-c", script.replacing("--no-terminal", with: "") + "true"], of: "/bin/sh")
    try own.shows("shows the command itself; name another terminal")
    #expect(try own.end() == .status(64))
    #expect(own.settings == own.settingsFound)
    let none = try BuiltProgram.run([
      "profile", "--no-terminal", "--hud", "/dev/null", "--", "true",
    ])
    #expect(none.status == 64 && none.errors.contains("--hud /dev/null is no terminal"))
  }

  @Test func `a trace and a report are written after a signal, and each without the other`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (report, trace) = (folder.path + "/report", folder.path + "/trace")
    let profile = [BuiltProgram.path, "profile", "--no-terminal", "--trace"]
    let command = ["--", "sh", "-c", ": > '\(folder.path)/ready'; exec sleep 1000"]
    let interrupted = try ChildProcess(profile + [trace] + command, output: report)
    await eventually("the command runs") { access(folder.path + "/ready", F_OK) == 0 }
    kill(interrupted.id, SIGTERM)
    #expect(try interrupted.wait() == .signal(SIGTERM))
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("traceEvents"))
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("A pseudo-terminal"))
    unlink(trace)
    let unread = try ChildProcess(profile + [trace, "--", "true"], output: "/dev/full")
    #expect(try unread.wait() == .status(73))
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("traceEvents"))
    let untraced = try ChildProcess(profile + ["/dev/full", "--", "true"], output: report)
    #expect(try untraced.wait() == .status(73))
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("A pseudo-terminal"))
  }

  @Test func `without a terminal keys are typed, and figures decide the status`() throws {
    let folder = try TemporaryFolder()
    let script = """
      system("stty raw -echo"); $| = 1; print "\\e[2J\\e[Hready";
      while (sysread(STDIN, my $byte, 1)) {
        exit 5 if $byte eq "q";
        print "\\e[H", join "\\r\\n", ("x" x 40) x 10;
      }
      """
    let options = ["profile", "--size", "40x10", "--json", "--trace", folder.path + "/trace"]
    // The wait lasts only until the program ends. On a busy machine keys may come before it is ready, and several
    // together, so frames are counted where time is virtual.
    let run = try BuiltProgram.run(
      options
        + ["--keys", "j*5 q wait:60000", "--link", "10mbit,4ms", "--", "perl", "-e", script])
    #expect(run.status == 5, "\(run.errors)")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["exit_status"] as? Int == 5)
    let frames = try #require(report["frames"] as? [String: Any])
    #expect(frames["clears"] as? Int == 1)
    let keys = try #require(report["keys"] as? [String: Any])
    #expect(keys["count"] as? Int == 6)
    let bytes = try #require(report["bytes"] as? [String: Double])
    #expect(try #require(bytes["waste_ratio"]) > 3, "four of five repaints change nothing")
    let trace = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/trace"))
    #expect(try JSONSerialization.jsonObject(with: trace) is [String: Any])

    let held = ["profile", "--no-terminal", "--keys", "j*2", "--fail-if"]
    let command = ["--", "perl", "-e", script]
    #expect(try BuiltProgram.run(held + ["keys.count < 2"] + command).status == 0)
    let failed = try BuiltProgram.run(held + ["keys.count >= 2"] + command)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("keys.count is 2.0, which is >= 2.0"))
    let resized = try BuiltProgram.run([
      "profile", "--no-terminal", "--json", "--keys", "resize:50x12 wait:1 x enter wait:60000",
      "--", "sh", "-c", "echo ready; read -r line; stty size",
    ])
    #expect(resized.output.contains("12 50"), "\(resized.output)")
    let missing = try BuiltProgram.run(["profile", "--no-terminal", "--", "no-such-command"])
    #expect(missing.status == 127 && missing.output.isEmpty)
  }
}
