import Testing

@testable import TerminalUI

@Suite struct RemoteLoginTests {
  @Test(arguments: ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"])
  func `any variable of ssh tells of a login, unless it is empty`(variable: String) {
    #expect(RemoteLogin.isSuggested { $0 == variable ? "192.0.2.1 1 192.0.2.2 22" : nil })
    #expect(!RemoteLogin.isSuggested { $0 == variable ? "" : nil })
    #expect(!RemoteLogin.isSuggested { $0 == "TMUX" ? "/tmp/tmux-0/default,1,0" : nil })
  }
}
