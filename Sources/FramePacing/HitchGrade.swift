/// Apple's grades of the hitch time ratio: milliseconds late per second of motion.
///
/// From “Explore UI animation hitches and the render loop”, WWDC 2020.
package enum HitchGrade: String, Hashable, Sendable {
  case good, warning, critical

  package init(millisecondsPerSecond ratio: Double) {
    self = ratio < 5 ? .good : ratio <= 10 ? .warning : .critical
  }
}
