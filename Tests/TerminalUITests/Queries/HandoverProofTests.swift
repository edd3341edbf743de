import Foundation
import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  /// The proof of a terminal that it reads what is handed over.
  @Suite struct HandoverProofTests {
    /// The answers of a kitty with placeholders.
    private static let kittyAnswers =
      "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\"
      + TerminalSessionQueryTests.plainAnswers

    /// The names of the bytes that a terminal is asked to read.
    private static func handedNames(in questions: String) -> [String] {
      questions.split(separator: "\u{1B}_Gi=").compactMap { question in
        let name = question.split(separator: ";").last.map { $0.prefix { $0 != "\u{1B}" } }
        return name.flatMap { Data(base64Encoded: String($0)) }.map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    }

    /// A session that would hand pictures over, in a terminal of a type.
    private static func handing(_ pty: Pty) throws -> TerminalSession {
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller())
      session.handsPixelsOver = true
      return session
    }

    /// Reads the bytes of a name as a terminal does, or leaves them where they are.
    private static func read(_ name: String, _ isRead: Bool) {
      if !isRead { return }
      _ = name.hasPrefix("/tmp/") ? HandedReader.takeFile(name) : HandedReader.takeObject(name)
    }

    @Test(arguments: [(true, false, LocalMedium.sharedMemory), (false, true, .temporaryFile)])
    func `a kitty on this machine proves that it reads what is handed over`(
      object: Bool, file: Bool, medium: LocalMedium
    ) throws {
      let pty = try Pty()
      let session = try Self.handing(pty)
      #expect(!pty.output().contains("t=s"), "not before it is known as kitty")
      _ = TerminalSessionQueryTests.input(session, pty, typing: Self.kittyAnswers)
      let questions = pty.output()
      let names = Self.handedNames(in: questions)
      #expect(questions.hasPrefix("\u{1B}_Gi=32,s=1,v=1,a=q,t=s,f=24,S=3;"))
      #expect(questions.contains("\u{1B}_Gi=33,s=1,v=1,a=q,t=t,f=24,S=3;"))
      #expect(names.count == 2 && names.allSatisfy { !HandedReader.isRemoved($0) })
      #expect(session.features.medium == nil)
      zip(names, [object, file]).forEach(Self.read)
      let answers = [object, file].enumerated().map {
        "\u{1B}_Gi=\(32 + $0);\($1 ? "OK" : "EBADF")\u{1B}\\"
      }
      let input = TerminalSessionQueryTests.input(session, pty, typing: answers.joined())
      #expect(input.featuresChanged && input.replies == [] && input.keys == [])
      #expect(session.features.medium == medium)
      #expect(names.allSatisfy(HandedReader.isRemoved))
      _ = TerminalSessionQueryTests.input(session, pty, typing: "j")
      #expect(pty.output() == "", "it is asked once")
    }

    @Test
    func `a terminal is asked to read once no graphic is partly sent`() throws {
      let pty = try Pty()
      let session = try Self.handing(pty)
      _ = TerminalSessionQueryTests.input(
        session, pty, typing: Self.kittyAnswers, isWithinGraphic: true)
      #expect(!pty.output().contains("t=s"))
      _ = TerminalSessionQueryTests.input(session, pty, typing: "j")
      #expect(pty.output().contains("t=s"))
    }

    @Test
    func `an OK proves nothing about bytes that are still there, or that it was not asked for`()
      throws
    {
      let pty = try Pty()
      let session = try Self.handing(pty)
      let bothOK = "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}_Gi=33;OK\u{1B}\\"
      _ = TerminalSessionQueryTests.input(session, pty, typing: bothOK + Self.kittyAnswers)
      let names = Self.handedNames(in: pty.output())
      #expect(names.count == 2)
      _ = TerminalSessionQueryTests.input(session, pty, typing: bothOK + bothOK)
      #expect(session.features.medium == nil)
      #expect(names.allSatisfy(HandedReader.isRemoved))
    }

    @Test func `a kitty is asked again after a suspension, and nothing is left behind`() throws {
      let pty = try Pty()
      let session = try Self.handing(pty)
      _ = TerminalSessionQueryTests.input(session, pty, typing: Self.kittyAnswers)
      let names = Self.handedNames(in: pty.output())
      session.leave()
      #expect(names.count == 2 && names.allSatisfy(HandedReader.isRemoved))
      session.resume()
      _ = pty.output()
      _ = TerminalSessionQueryTests.input(session, pty, typing: Self.kittyAnswers)
      #expect(Self.handedNames(in: pty.output()).count == 2)
      #expect(session.features.medium == nil)
    }

    @Test func `a medium that failed stays away until the terminal is taken back`() throws {
      let pty = try Pty()
      let session = try Self.handing(pty)
      func prove() {
        _ = TerminalSessionQueryTests.input(session, pty, typing: Self.kittyAnswers)
        for name in Self.handedNames(in: pty.output()) { Self.read(name, true) }
        _ = TerminalSessionQueryTests.input(
          session, pty, typing: "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}_Gi=33;OK\u{1B}\\")
      }
      prove()
      #expect(session.features.medium == .sharedMemory)
      session.failedToRead()
      #expect(session.readInput()?.featuresChanged == true)
      pty.resize(columns: 90, rows: 20)
      session.refreshSize()
      _ = TerminalSessionQueryTests.input(session, pty, typing: "\u{1B}[6;24;12t")
      #expect(session.features.medium == nil)
      session.leave()
      session.resume()
      _ = pty.output()
      prove()
      #expect(session.features.medium == .sharedMemory)
    }

    @Test func `a kitty is not asked to read where pictures are characters`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = pty.output()
      _ = TerminalSessionQueryTests.input(session, pty, typing: Self.kittyAnswers)
      #expect(pty.output() == "")
      session.handsPixelsOver = true
      _ = TerminalSessionQueryTests.input(session, pty, typing: "j")
      #expect(Self.handedNames(in: pty.output()).count == 2)
    }
  }
}
