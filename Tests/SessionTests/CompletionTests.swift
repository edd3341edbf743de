import Foundation
import TestSupport
import Testing

/// A shell completes a command line, with the script that the program prints.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CompletionTests {
  @Test(arguments: [
    (["--lay"], ["--layout"]), (["--sort", ""], ["name", "date", "taken", "size", "random"]),
    (["cac"], ["cache"]), (["cache", "i"], ["info"]), (["a.png", "--gra"], ["--graphics"]),
    (["help", "op"], ["options"]),
    (["help", "k"], ["keys"]), (["help", "cac"], ["cache"]),
    (["serve", "--po"], ["--port"]), (["pict"], ["pictures"]), (["a.png", "pict"], ["pictures"]),
    (["--cache-dir", "pict"], ["pictures"]), (["cache", "warm", "pict"], ["pictures"]),
  ])
  func `bash completes options, values and files with and without a command`(
    words: [String], expected: [String]
  ) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("pictures"), withIntermediateDirectories: false)
    _ = try folder.file("other", [])
    let script = try BuiltProgram.run(["--generate-completion-script", "bash"])
    #expect(script.status == 0 && script.errors.isEmpty)
    _ = try folder.file("script", Array(script.output.utf8))
    let shell = """
      cd "$0" && source ./script
      COMP_WORDS=(filmstrip "$@") COMP_CWORD=$# COMP_LINE="filmstrip $*"
      COMP_POINT=${#COMP_LINE}
      _filmstrip filmstrip "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let completed = try BuiltProgram.run(["-c", shell, folder.path] + words, of: "/bin/bash")
    #expect(
      Set(completed.output.split(separator: "\n").map(String.init)) == Set(expected),
      "\(completed)")
  }

  @Test func `fish and zsh complete the topics of help`() throws {
    let folder = try TemporaryFolder()
    let fish = try BuiltProgram.run(["--generate-completion-script", "fish"]).output
    _ = try folder.file("script.fish", Array(fish.utf8))
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/fish") {
      let completed = try BuiltProgram.run(
        ["-c", "source \(folder.path)/script.fish; complete -C 'filmstrip help op'"],
        of: "/usr/bin/fish", environment: ["HOME": folder.path])
      #expect(completed.output == "options\n", "\(completed)")
    }
    let topics = "options keys browse profile serve cache doctor config"
    let zsh = try BuiltProgram.run(["--generate-completion-script", "zsh"]).output
    #expect(zsh.contains("compadd -- \(topics)\n") && fish.contains("-fa '\(topics)'"))
  }

  @Test func `the scripts for zsh and fish complete without the name of a command too`() throws {
    for (shell, part) in [("zsh", "browse \"${(@)words"), ("fish", "$tokens[1] browse")] {
      let script = try BuiltProgram.run(["--generate-completion-script", shell])
      #expect(script.output.contains(part), "\(shell)")
    }
  }
}
