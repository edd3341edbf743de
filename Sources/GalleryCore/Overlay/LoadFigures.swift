/// The loader's current and past activity, for the overlay.
package struct LoadFigures: Hashable, Sendable {
  package var inFlight = 0
  package var queued = 0
  package var cacheBytes = 0

  package var diskHits = 0
  package var revalidated = 0
  package var retries = 0
  package var resumed = 0

  package init() {}
}
