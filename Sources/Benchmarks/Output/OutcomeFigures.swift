import PrefetchLab

/// The outcome of a trace, in reality, in the laboratory or as a median; its times in milliseconds.
struct OutcomeFigures: Encodable {
  let blankTileMs: Double
  let visibleTileMs: Double
  let waitP50Ms: Double
  let waitP95Ms: Double
  let receivedBytes: Int
  let wastedBytes: Int
  let peakResidentBytes: Int

  init(_ outcome: Outcome) {
    blankTileMs = outcome.blankTileMs
    visibleTileMs = outcome.visibleTileMs
    waitP50Ms = outcome.waitP50Ms
    waitP95Ms = outcome.waitP95Ms
    receivedBytes = outcome.receivedBytes
    wastedBytes = outcome.wastedBytes
    peakResidentBytes = outcome.peakResidentBytes
  }
}
