/// What is to be done about a load that nobody wants any more.
package enum Abandonment: Hashable, Sendable {
  /// Nothing: it was still waiting, or had ended.
  case forgotten
  /// Its work is to be stopped; its slot is free already.
  case cancel
  /// Its work goes on: it is worth finishing, and keeps its slot until it is removed.
  case finish
}
