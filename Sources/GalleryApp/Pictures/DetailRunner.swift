import GalleryCore
import ImageLoading
import Raster

/// Carries out the gallery's effects for the detail view, and posts the results to the mailbox.
final class DetailRunner {
  /// The niceness of the thread, slightly below the loop's priority.
  private static let niceness: Int32 = 2

  private let describer: PictureDescriber
  private let renderer: PartRenderer
  private let player: AnimationPlayer

  init(pipeline: ImagePipeline, mailbox: Mailbox, headers: OriginHeaders) {
    let thread = SerialThread(name: "detail", niceness: Self.niceness)
    describer = PictureDescriber(
      pipeline: pipeline, mailbox: mailbox, headers: headers, thread: thread)
    renderer = PartRenderer(mailbox: mailbox, thread: thread)
    player = AnimationPlayer(pipeline: pipeline, mailbox: mailbox, headers: headers)
  }

  /// Whether no request is pending; an animation may play forever.
  var isIdle: Bool { describer.isIdle && renderer.isIdle }

  /// Starts or stops work without blocking.
  func perform(_ effect: DetailEffect) {
    switch effect {
    case .describe(let request): describer.describe(request)
    case .stopDescribing(let key): describer.stop(key)
    case .render(let request): renderer.render(request)
    case .animate(let request): player.play(request)
    case .stopAnimating(let key): player.stop(key)
    }
  }

  /// Notes that a description was taken out of the mailbox.
  func finished(_ key: TileKey, _ info: PictureInfo) { describer.finished(key, info) }

  /// Notes that a part was taken out of the mailbox.
  func finished(_ key: RenderKey) { renderer.finished(key) }
}
