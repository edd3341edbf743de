import FoundationEssentials
import FramePacing
import GalleryCore
import GalleryItems
import ImageDecoding
import ImageLoading
import Raster
import Synchronization
import TerminalUI

/// Copies one picture to the clipboard of the terminal: loads its file, sends it with frames, and awaits the answer.
///
/// It never blocks. Its news go to the gallery.
final class PictureCopier {
  private enum Phase {
    case resting
    case loading(ImageTask, Receipt)
    /// The presenter is the one that took the first part; after the pause comes the next one, if a frame has taken it.
    case sending(ClipboardTransfer, via: ObjectIdentifier, pauseEnd: Duration)
    /// All is written; the terminal has a minute at most.
    case awaitingAnswer(ClipboardTransfer, until: Duration, atMost: Duration)
  }

  /// The file, once it has come.
  private final class Receipt: Sendable {
    let result = Mutex<Result<[UInt8], ImageError>?>(nil)
  }

  /// The time without a sign of the terminal after which the person is told; some ask the person first.
  private static let patience = Duration.seconds(10)
  /// The time after which the person is told though frames are answered.
  private static let mostPatience = Duration.seconds(60)

  private let pipeline: ImagePipeline
  private let headers: OriginHeaders
  private let mailbox: Mailbox
  private var phase = Phase.resting
  /// The name of the latest picture, as the person reads it.
  private var label = ""
  /// Whether the terminal has a part of a picture that it shall forget.
  private var cancels = false
  /// The latest picture that was sent, while the terminal has not confirmed it.
  private var unconfirmed: ClipboardTransfer?

  init(_ pipeline: ImagePipeline, _ headers: OriginHeaders, _ mailbox: Mailbox) {
    self.pipeline = pipeline
    self.headers = headers
    self.mailbox = mailbox
  }

  /// Whether no copy is under way.
  var isIdle: Bool { if case .resting = phase { true } else { false } }

  /// Whether no step is left.
  var isResting: Bool { isIdle && !cancels && unconfirmed == nil }

  /// The instant to call `advance` without any input; nil for never.
  var wakeAt: Duration? {
    switch phase {
    case .resting, .loading: nil
    case .sending(_, _, let instant), .awaitingAnswer(_, let instant, _): instant
    }
  }

  /// Starts to copy a picture.
  func copy(_ item: GalleryItem) {
    label = item.label()
    unconfirmed = nil
    guard let url = item.originalURL else {
      return end("not copied: \(item.problem ?? ImageError.badURL("").summary)")
    }
    var limits = pipeline.configuration.limits
    limits.maxBytes = min(limits.maxBytes, ClipboardTransfer.mostBytes)
    var request = ImageRequest(
      url: url, targetSize: PixelSize(width: 1, height: 1), priority: .high,
      headers: headers.fields(for: url))
    request.limits = limits
    let receipt = Receipt()
    let task = pipeline.loadData(
      with: request,
      update: { [mailbox] update in
        guard case .progress(let progress) = update else { return }
        mailbox.post(.files(.isReceiving(TileProgress(progress))))
      },
      completion: { [mailbox] result in
        // The loop takes the lock, and must not wait for a copy of megabytes.
        let file = result.map { Array($0) }
        receipt.result.withLock { $0 = file }
        mailbox.post(.woke)
      })
    phase = .loading(task, receipt)
  }

  /// Stops at the person's request.
  func stop() {
    switch phase {
    case .resting: return
    case .loading(let task, _):
      task.cancel()
      end("stopped; the clipboard is as it was")
    case .sending:
      cancels = true
      end("stopped; the clipboard is as it was")
    case .awaitingAnswer: end("stopped; \(doubt)")
    }
  }

  /// Gives up a picture that is being sent, because frames were cut or another program has the terminal.
  func interrupt() {
    guard case .sending = phase else { return }
    cancels = true
    end("the copy was interrupted; Y copies again")
  }

  /// Takes the next step after input and news, if there is one.
  ///
  /// - Parameters:
  ///   - presenter: gets the next part for a frame.
  ///   - flow: limits the part, and is asked for that frame.
  func advance(
    with collected: Collected, via presenter: any Presenter, in flow: inout FrameFlow,
    at now: Duration
  ) {
    if case .loading(_, let receipt) = phase, let result = receipt.result.withLock(\.self) {
      receive(result, via: presenter, at: now)
    }
    for answer in collected.clipboardAnswers { receive(answer) }
    switch phase {
    case .resting, .loading: break
    case .sending(_, let former, _) where former != ObjectIdentifier(presenter): interrupt()
    case .sending(let transfer, let via, _):
      send(transfer, by: presenter, via, in: flow, at: now)
    case .awaitingAnswer(let transfer, _, let end) where collected.acknowledgements > 0:
      phase = .awaitingAnswer(transfer, until: min(end, now + Self.patience), atMost: end)
    case .awaitingAnswer(let transfer, let deadline, _) where now >= deadline:
      unconfirmed = transfer
      end(doubt)
    case .awaitingAnswer: break
    }
    if cancels {
      presenter.attachment += ClipboardTransfer.cancellation
      cancels = false
    }
    if !presenter.attachment.isEmpty { flow.requestFrame(at: now) }
  }
}

extension PictureCopier {
  /// Attaches the next part once a frame has taken the one before, and awaits the answer once all is written.
  private func send(
    _ transfer: ClipboardTransfer, by presenter: any Presenter, _ via: ObjectIdentifier,
    in flow: FrameFlow, at now: Duration
  ) {
    var transfer = transfer
    if transfer.isSent, presenter.attachment.isEmpty, presenter.pendingDescriptor == nil {
      phase = .awaitingAnswer(
        transfer, until: now + Self.patience, atMost: now + Self.mostPatience)
      return
    }
    if presenter.attachment.isEmpty, !transfer.isSent {
      // A part is as large as one of a frame, so that keys pass.
      let allowance = flow.gate.allowance(isMoving: false)
      presenter.attachment = transfer.nextPart(
        atMost: min(allowance.bytes, allowance.pictureBytes))
      tellProgress(of: transfer)
    }
    phase = .sending(transfer, via: via, pauseEnd: now + flow.period)
  }

  private func receive(
    _ result: Result<[UInt8], ImageError>, via presenter: any Presenter, at now: Duration
  ) {
    switch result {
    case .success(let bytes):
      guard let type = ImageDecoder.mimeType(of: bytes) else {
        return end("not copied: \(label) is not in a common picture format")
      }
      let id = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      phase = .sending(
        ClipboardTransfer(bytes, type: type, id: id), via: ObjectIdentifier(presenter),
        pauseEnd: now)
    case .failure(.tooLarge(_, let limit)):
      end("not copied: the file is over \(byteText(limit)); y copies the path or URL")
    case .failure(let error): end("not copied: \(error.summary)")
    }
  }

  private func receive(_ answer: ClipboardAnswer) {
    let transfer: ClipboardTransfer
    switch phase {
    case .sending(let sent, _, _), .awaitingAnswer(let sent, _, _): transfer = sent
    case .resting:
      guard let unconfirmed else { return }
      transfer = unconfirmed
    case .loading: return
    }
    switch transfer.end(by: answer) {
    case .isCopied: end("copied: \(label) (\(byteText(transfer.totalBytes)))")
    case .isRefused(let refusal): end("not copied: \(refusal.sentence)")
    case nil: return
    }
    unconfirmed = nil
  }

  private func tellProgress(of transfer: ClipboardTransfer) {
    let share = Double(transfer.sentBytes) / Double(transfer.totalBytes)
    mailbox.post(
      .files(.isReceiving(TileProgress(fraction: share, receivedBytes: transfer.sentBytes))))
  }

  private var doubt: String { "the terminal has not confirmed the copy of \(label)" }

  private func end(_ sentence: String) {
    phase = .resting
    mailbox.post(.files(.copied(sentence)))
  }
}

extension ClipboardRefusal {
  /// The reason in words.
  fileprivate var sentence: String {
    switch self {
    case .isForbidden: "the terminal's settings forbid it"
    case .isBusy: "the terminal's clipboard is busy; Y tries again"
    case .isMissing: "the terminal has no clipboard"
    case .isBroken: "the terminal could not store it"
    }
  }
}
