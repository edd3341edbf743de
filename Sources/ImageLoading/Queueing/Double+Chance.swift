extension Double {
  /// Itself as a probability: 0 for what is less and for no number, 1 for what is more.
  var asChance: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
