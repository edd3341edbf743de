import GalleryCore
import GalleryItems
import Prefetching
import Raster
import Recordings

@testable import PrefetchLab

/// The gallery's place after each moment of a trace.
struct TraceJourney {
  struct Place {
    let at: Duration
    let event: Event
    let selection: Int
    /// The first row of the viewport.
    let offset: Int
  }

  private(set) var places: [Place] = []
  private(set) var seen: Set<Int> = []

  /// Plays a trace without loads.
  init(_ trace: ScrollTrace) {
    let recording = trace.recording
    var gallery = Gallery(
      source: NumberedItems(
        count: recording.itemCount, root: "http://laboratory/"), screen: recording.screen,
      configuration: GalleryConfiguration(
        mode: recording.layout, tile: recording.tile, isPrefetchingEnabled: false))
    for moment in recording.moments {
      _ = gallery.update([moment.event], at: moment.at)
      while gallery.wantsTicks { _ = gallery.update([.tick], at: moment.at) }
      seen.formUnion(gallery.visibleItems)
      places.append(
        Place(
          at: moment.at, event: moment.event, selection: gallery.selection,
          offset: gallery.viewport.offset))
    }
  }
}
