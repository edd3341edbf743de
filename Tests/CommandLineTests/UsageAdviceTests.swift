import Testing

@testable import filmstrip

/// The advice about a command line that the parser refuses.
@Suite struct UsageAdviceTests {
  @Test(arguments: [
    (["--sotr", "date"], "'--sotr'. Did you mean '--sort'?"),
    (["--grafics=kitty"], "'--grafics'. Did you mean '--graphics'?"),
    (["--memory", "5M"], "'--memory'. Did you mean '--memory-limit'?"),
    (["--vresion"], "'--vresion'. Did you mean '--version'?"),
    (["serve", "--prot", "8000"], "'--prot'. Did you mean '--port'?"),
    (["--port", "8000"], "'--port'. It is an option of 'filmstrip serve'."),
    (["serve", "--layout", "grid"], "'--layout'. It is an option of 'filmstrip browse'."),
    (["--target", "9x9"], "'--target'. It is an option of 'filmstrip cache warm'."),
    (["--no-such-option"], "'--no-such-option'"),
    (["cache", "inof"], "'inof'. Did you mean 'filmstrip cache info'?"),
    (["cache", "shrink"], "'shrink'"),
  ])
  func `the nearest option or command is named`(arguments: [String], end: String) throws {
    let program = try #require(CommandOutline.program())
    let message = UsageAdvice.improved(
      try #require(refusal(arguments)), for: arguments, in: program)
    let lines = message.split(separator: "\n")
    #expect(try #require(lines.first).hasSuffix(end), "\(message)")
    #expect(lines.count > 1)
  }

  @Test func `a message about viewing pictures names the page of all options`() throws {
    let program = try #require(CommandOutline.program())
    let message = UsageAdvice.improved(
      try #require(refusal(["--count", "0"])), for: ["--count", "0"], in: program)
    #expect(message.contains("See 'filmstrip help options' for more information."))
  }

  @Test func `other messages stay as they are`() throws {
    let program = try #require(CommandOutline.program())
    for arguments in [["cache", "warm"], ["serve", "extra"]] {
      let message = try #require(refusal(arguments))
      #expect(UsageAdvice.improved(message, for: arguments, in: program) == message)
    }
  }
}
