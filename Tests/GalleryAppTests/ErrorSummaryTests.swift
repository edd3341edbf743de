import Foundation
import Glibc
import ImageDecoding
import ImageLoading
import Testing

@testable import GalleryApp

@Suite struct ErrorSummaryTests {
  private static let long = String(repeating: "Couldn't connect to server ", count: 20)

  @Test(arguments: [
    (
      ImageError.connection(code: NSURLErrorCannotConnectToHost, reason: long),
      "the server cannot be reached"
    ),
    (.connection(code: NSURLErrorCannotFindHost, reason: long), "no server has this name"),
    (.connection(code: NSURLErrorUnknown, reason: long), "no connection"),
    (.file(path: long, code: ENOENT, reason: "No such file or directory"), "file not found"),
    (.file(path: long, code: nil, reason: "not a regular file"), "not a regular file"),
    (.file(path: long, code: nil, reason: long), "its file cannot be read"),
    (.status(404), "the server answered 404"),
    (.contentType(long), "the answer is not an image"),
    (.refusedRedirect(to: long), "redirected to a refused address"),
    (.decoding(.unknownFormat), "not a picture of a known format"),
    (.decoding(.corrupt(format: "JPEG", reason: long)), "broken JPEG"),
    (
      .decoding(.corrupt(format: "JPEG", reason: "it ends before its first row")),
      "broken JPEG: it ends before its first row"
    ),
  ])
  func `a tile says in a few plain words why its picture is missing`(
    error: ImageError, summary: String
  ) {
    #expect(error.summary == summary)
  }
}
