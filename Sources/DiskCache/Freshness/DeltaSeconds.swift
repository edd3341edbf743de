/// A number of seconds as HTTP writes it: digits only (RFC 9111, 1.2.2).
struct DeltaSeconds {
  /// From 0 to 2^31, which also stands for everything above it, as the RFC has it.
  let seconds: Int

  init?(_ text: Substring) {
    let digits = text.withoutBlanksAround
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    // Without a value it is too long for an Int.
    seconds = min(Int(digits) ?? .max, 1 << 31)
  }
}
