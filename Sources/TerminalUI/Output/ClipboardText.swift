import Raster

/// A text for the clipboard of the terminal, by OSC 52.
///
/// The terminal does not answer, and its settings may forbid it.
package struct ClipboardText: Hashable, Sendable {
  /// The most bytes of a text; terminals drop longer sequences at different lengths.
  package static let mostBytes = 64_000

  /// The bytes to send.
  package let sequence: [UInt8]

  /// - Parameter isInTmux: whether tmux is between. It takes a text if `set-clipboard` is `on`, and passes a wrapped one
  ///   if `allow-passthrough` is.
  package init(_ text: [UInt8], isInTmux: Bool) {
    func sequence(_ value: [UInt8]) -> [UInt8] { Array("\u{1B}]52;c;".utf8) + value + [0x07] }
    // Older versions of kitty append to the former text, unless something invalid comes first.
    let plain = sequence(Array("!".utf8)) + sequence(Base64.text(of: text))
    self.sequence = plain + (isInTmux ? Passthrough.tmux.wrapped(plain) : [])
  }
}
