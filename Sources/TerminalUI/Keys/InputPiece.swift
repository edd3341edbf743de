/// What the bytes of a terminal are cut into.
enum InputPiece: Equatable {
  /// A character or a sequence that may be a key: ncurses knows which.
  case key(ArraySlice<UInt8>)
  case reply(TerminalReply)
}
