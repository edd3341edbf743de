/// The characters that a terminal is sent.
package enum Charset: Hashable, Sendable {
  case utf8
  /// Nothing above 0x7F is sent, for terminals that would take the bytes of UTF-8 for something else.
  case ascii
}
