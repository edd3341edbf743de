/// Where text is cut that does not fit.
package enum Truncation: Sendable {
  /// What comes last is missing: for sentences.
  case end
  /// The end stays: for names, which often differ in it.
  case middle
}
