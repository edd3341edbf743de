/// What the loader does at the moment, as the overlay shows it.
package struct LoadFigures: Hashable, Sendable {
  package var inFlight = 0
  package var queued = 0
  package var cacheBytes = 0

  package init() {}
}
