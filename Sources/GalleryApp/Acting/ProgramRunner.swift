import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import Synchronization

/// Runs programs beside the gallery, each with a thread that reads its output.
///
/// A program has ended when nothing can write its output any more. Those that run when the gallery ends run on.
final class ProgramRunner: Sendable {
  private static let mostPrograms = 32
  /// The last bytes of a program's output that are kept.
  private static let mostOutputBytes = 16 << 10

  private let mailbox: Mailbox
  private let count = Atomic(0)

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Starts a program; its end is an event.
  func start(_ program: ProgramArguments) throws(ProgramError) {
    guard count.load(ordering: .relaxed) < Self.mostPrograms else {
      throw ProgramError(sentence: "\(Self.mostPrograms) programs are running: wait for one to end")
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ProgramError(sentence: "pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    let process: ProgramProcess
    do throws(ProgramError) {
      process = try ProgramProcess(program.words, output: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    count.add(1, ordering: .relaxed)
    SerialThread(name: "program").run { [self, output = ends[0]] in
      let lines = Self.lastLines(from: output)
      close(output)
      let failure = process.wait()
      count.subtract(1, ordering: .relaxed)
      post(program, failure, lines)
    }
  }

  /// Runs a program in the terminal, and waits for its end.
  func runInTerminal(_ program: ProgramArguments) {
    do throws(ProgramError) {
      let failure = try ProgramProcess(program.words, output: nil).waitInTerminal()
      if failure != nil { post(program, failure, []) }
    } catch {
      post(program, error.sentence, [])
    }
  }

  private func post(_ program: ProgramArguments, _ failure: String?, _ output: [String]) {
    mailbox.post(
      .programEnded(
        ProgramEnd(
          program.name, failure: failure, output: output, showsOutput: program.line.showsOutput)))
  }

  /// Reads to the end, and returns the last lines that are not blank.
  private static func lastLines(from output: Int32) -> [String] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += block.prefix(count)
      if bytes.count > 2 * mostOutputBytes { bytes.removeFirst(bytes.count - mostOutputBytes) }
    }
    return String(decoding: bytes.suffix(mostOutputBytes), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { line in
        String(line.split(separator: "\t").joined(separator: " "))
      }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
