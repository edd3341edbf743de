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
    /// The presenter is the one that took the first part.
    case sending(ClipboardTransfer, via: ObjectIdentifier)
    case awaitingAnswer(ClipboardTransfer, until: Duration)
  }

  /// The file, once it has come.
  private final class Receipt: Sendable {
    let result = Mutex<Result<[UInt8], ImageError>?>(nil)
  }

  /// The time without a sign of the terminal after which it does not answer; some ask the person first.
  private static let patience = Duration.seconds(10)

  private let pipeline: ImagePipeline
  private let headers: OriginHeaders
  private let mailbox: Mailbox
  private var phase = Phase.resting
  /// The name of the latest picture, as the person reads it.
  private var label = ""
  /// Whether the terminal has a part of a picture that it shall forget.
  private var cancels = false

  init(_ pipeline: ImagePipeline, _ headers: OriginHeaders, _ mailbox: Mailbox) {
    self.pipeline = pipeline
    self.headers = headers
    self.mailbox = mailbox
  }

  /// Whether no copy is under way.
  var isIdle: Bool { if case .resting = phase { true } else { false } }

  /// The instant to call `advance` without any input; nil for never.
  var wakeAt: Duration? { if case .awaitingAnswer(_, let end) = phase { end } else { nil } }

  /// Starts to copy a picture.
  func copy(_ item: GalleryItem) {
    label = item.label()
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
        receipt.result.withLock { $0 = result.map { Array($0) } }
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
    case .awaitingAnswer:
      cancels = true
      end("stopped; the terminal has not confirmed the copy of \(label)")
    }
  }

  /// Gives up, because frames were cut or another program has the terminal.
  func interrupt() {
    switch phase {
    case .resting, .loading: break
    case .sending, .awaitingAnswer:
      cancels = true
      end("the copy was interrupted; Y copies again")
    }
  }

  /// Takes the next step after input, if there is one.
  ///
  /// - Parameters:
  ///   - presenter: gets the next part for a frame.
  ///   - flow: limits the part, and is asked for that frame.
  func advance(
    with collected: Collected, via presenter: any Presenter, in flow: inout FrameFlow,
    at now: Duration
  ) {
    if case .loading(_, let receipt) = phase, let result = receipt.result.withLock(\.self) {
      receive(result, via: presenter)
    }
    for answer in collected.clipboardAnswers { receive(answer) }
    switch phase {
    case .resting, .loading: break
    case .sending(_, let former) where former != ObjectIdentifier(presenter): interrupt()
    case .sending(var transfer, let via):
      if !presenter.attachment.isEmpty { break }
      // A part delays keys like the pictures of a frame do, and shows what the link carries.
      let limit = flow.gate.allowance(isMoving: false).pictureBytes
      presenter.attachment = transfer.nextPart(atMost: limit)
      tellProgress(of: transfer)
      phase =
        transfer.isSent
        ? .awaitingAnswer(transfer, until: now + Self.patience) : .sending(transfer, via: via)
    case .awaitingAnswer(let transfer, _) where collected.acknowledgements > 0:
      phase = .awaitingAnswer(transfer, until: now + Self.patience)
    case .awaitingAnswer(_, let deadline) where now >= deadline:
      end("not copied: the terminal doesn't answer; y copies the path")
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
  private func receive(_ result: Result<[UInt8], ImageError>, via presenter: any Presenter) {
    switch result {
    case .success(let bytes):
      guard let type = ImageDecoder.mimeType(of: bytes) else {
        return end("not copied: other programs don't know the format of \(label)")
      }
      let id = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      phase = .sending(
        ClipboardTransfer(bytes, type: type, id: id), via: ObjectIdentifier(presenter))
    case .failure(.tooLarge(let bytes, let limit)):
      end("not copied: \(byteText(bytes)) are over \(byteText(limit)); y copies the path")
    case .failure(let error): end("not copied: \(error.summary)")
    }
  }

  private func receive(_ answer: ClipboardAnswer) {
    let transfer: ClipboardTransfer
    switch phase {
    case .sending(let sent, _), .awaitingAnswer(let sent, _): transfer = sent
    case .resting, .loading: return
    }
    switch transfer.end(by: answer) {
    case .isCopied: end("copied: \(label) (\(byteText(transfer.totalBytes)))")
    case .isRefused(let refusal): end("not copied: \(refusal.sentence)")
    case nil: break
    }
  }

  private func tellProgress(of transfer: ClipboardTransfer) {
    let share = Double(transfer.sentBytes) / Double(transfer.totalBytes)
    mailbox.post(
      .files(.isReceiving(TileProgress(fraction: share, receivedBytes: transfer.sentBytes))))
  }

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
