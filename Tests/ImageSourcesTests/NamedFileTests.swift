import GalleryItems
import Glibc
import ListSources
import SourceItems
import SourcesTestSupport
import TestSupport
import Testing

@testable import ImageSources

/// Names that lead to no picture.
@Suite struct NamedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a named pipe is refused unless it is said to bring a list`() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let arguments = SourceArguments(sources: [pipe])
    #expect(arguments.openLive() == nil)
    #expect(throws: SourceError.pipe(pipe)) { try arguments.resolve() }
    #expect(SourceArguments(sources: [pipe], lists: [pipe]).kind(of: pipe) == .list)
  }

  @Test func `a pipe of the shell is read`() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let name = "/dev/fd/\(reader)"
    #expect(SourceArguments(sources: [name]).kind(of: name) == .stream)
  }

  @Test func `paths in a pipe of the shell start at the current folder`() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    #expect(write(writer, "a.png\n", 6) == 6)
    let name = "/dev/fd/\(reader)"
    let list = try SourceArguments(sources: [name]).list(name)
    close(writer)
    let path = try #require(list.readItems().first?.path)
    #expect(FileLocation.absolute(path) == FileLocation.absolute(Array("a.png".utf8)))
  }

  @Test func `a link that leads to no file is an error that names both`() throws {
    let link = folder.path + "/a.png"
    #expect(symlink("nowhere.png", link) == 0)
    let error = SourceError.brokenLink(link, target: "nowhere.png")
    #expect(throws: error) { try SourceArguments(sources: [link]).resolve() }
    #expect(error.description == "\(link): a link to nowhere.png, which does not exist.")
  }
}
