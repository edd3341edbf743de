import Foundation
import TestSupport
import Testing

/// A shell completes a command line, with the script that the program prints.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CompletionTests {
  @Test(arguments: [
    (["--lay"], ["--layout"]), (["--sort", ""], ["name", "date", "taken", "size", "random"]),
    (["cac"], ["cache"]), (["cache", "i"], ["info"]), (["a.png", "--gra"], ["--graphics"]),
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

  @Test func `the scripts for zsh and fish complete without the name of a command too`() throws {
    for (shell, part) in [("zsh", "browse \"${(@)words"), ("fish", "$tokens[1] browse")] {
      let script = try BuiltProgram.run(["--generate-completion-script", shell])
      #expect(script.output.contains(part), "\(shell)")
    }
  }
}
