import FramePacing
import GalleryCore
import GalleryItems
import ImageLoading
import Raster

/// An event of a session that logs record.
package enum SessionMoment: Sendable {
  package enum PictureStep: Sendable {
    case prefetched, shown
    /// The prefetch was canceled, or the picture was not there in time.
    case missed
  }

  case frame(FrameRecord)
  /// The terminal has drawn the frame.
  case answer(FrameRecord)
  case key(Key, at: Duration)
  /// A text of the person, by `:mark`.
  case mark(String, at: Duration)
  case picture(PictureStep, ItemID, at: Duration)
  /// A load has ended that started at a time of the program's clock.
  case load(LoadTrace, startedAt: Duration)
  /// The log has lost events, because its file did not keep up.
  case lost(Int)
}

extension SessionMoment {
  /// The step of a picture that may have been prefetched; nil for other effects.
  init?(_ effect: PipelineEffect, at now: Duration) {
    switch effect {
    case .prefetch(let request, _): self = .picture(.prefetched, request.key.item, at: now)
    case .used(let request): self = .picture(.shown, request.key.item, at: now)
    case .load(let request): self = .picture(.missed, request.key.item, at: now)
    case .cancel(let key): self = .picture(.missed, key.item, at: now)
    case .retryNow: return nil
    }
  }
}
