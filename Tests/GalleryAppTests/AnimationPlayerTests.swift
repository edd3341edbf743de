import DecodingTestSupport
import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageLoading
import LoadingTestSupport
import Raster
import TerminalUI
import TestSupport
import Testing

@testable import GalleryApp

/// Animations in virtual time: a frame is decoded while the one before is shown, and waits for its instant.
@Suite(.timeLimit(.minutes(2))) final class AnimationPlayerTests {
  private let time = VirtualTime()
  private let mailbox: Mailbox
  private let player: AnimationPlayer
  private let request: TileRequest

  init() throws {
    let gif = try Fixture("animated.gif").bytes
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = TimedDataLoader(in: time) { _, _ in
      TimedDataLoader.body(Data(gif), after: .milliseconds(80))
    }
    configuration.clock = time
    mailbox = try Mailbox()
    player = AnimationPlayer(
      pipeline: ImagePipeline(configuration), mailbox: mailbox, headers: OriginHeaders())
    request = TileRequest(
      key: TileKey(item: ItemID(rawValue: 0), size: PixelSize(width: 8, height: 4), attempt: 0),
      url: try url("animated.gif"))
  }

  /// Plays, and receives the file.
  private func play() async {
    player.play(request)
    await eventually("the file is asked for") { time.pending.count == 3 }
    time.wait(until: .milliseconds(80))
  }

  /// Waits until a frame is decoded, and returns the instant for which it waits.
  private func nextInstant() async throws -> Duration {
    await eventually("a frame waits for its time") { time.pending.count == 1 }
    return try #require(time.pending.first)
  }

  /// Lets an instant pass, with what is due then.
  private func pass(_ instant: Duration) { time.wait(until: instant + .nanoseconds(1)) }

  @Test func `frames are shown at the times in the file, from the arrival of the first`()
    async throws
  {
    await play()
    var instants: [Duration] = []
    for _ in 0..<2 {
      let instant = try await nextInstant()
      #expect(mailbox.isEmpty)
      pass(instant)
      #expect(mailbox.drain().count == 1)
      instants.append(instant)
    }
    #expect(instants == [.milliseconds(80), .milliseconds(180)])
  }

  @Test func `an animation that is stopped shows no further frame`() async throws {
    await play()
    pass(try await nextInstant())
    #expect(mailbox.drain().count == 1)
    let instant = try await nextInstant()
    player.stop(request.key)
    pass(instant)
    #expect(mailbox.isEmpty && time.pending.isEmpty)
  }
}
