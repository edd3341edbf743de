import NIOHTTP1

/// Why a request is answered with an error, as the client reads it.
struct Refusal: Error, Equatable {
  let status: HTTPResponseStatus
  let sentence: String

  init(_ status: HTTPResponseStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}
