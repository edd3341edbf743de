import NIOHTTP1

/// Determines every response of the server; pure, so that a test needs no socket.
struct Site: Sendable {
  let shape: ServerShape

  /// The response to a request, including an invalid one.
  func answer(to request: HTTPRequestHead) -> Answer {
    let link = shape.conduct(for: request.uri)
    do throws(Refusal) {
      switch try Route(target: request.uri, method: request.method) {
      case .statistics:
        return Answer(
          headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
          content: .body(.statistics), isCounted: false)
      case .picture(let picture, let faults):
        return paced(
          answer(to: request, faults, link.fails) {
            Self.answer(to: request, with: picture)
          },
          by: faults, link.delay)
      case .manifest(let manifest, let faults):
        return paced(
          answer(to: request, faults, link.fails) {
            Answer(
              headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
              content: .body(.manifest(manifest)))
          }, by: faults, link.delay)
      }
    } catch {
      var answer = Self.sentence(error.sentence, status: error.status)
      answer.delay = link.delay
      return answer
    }
  }

  private func paced(_ answer: Answer, by faults: Faults, _ delay: Duration) -> Answer {
    var answer = answer
    answer.delay = min(delay + faults.delay, Faults.longestWait)
    answer.stalls = faults.stalls
    let rates = [shape.bandwidth.map { max(1, $0) }, faults.bytesPerSecond]
    answer.bytesPerSecond = rates.compactMap(\.self).min()
    answer.ending = faults.ending
    return answer
  }

  /// The response for a replacing fault, or else the requested one.
  private func answer(
    to request: HTTPRequestHead, _ faults: Faults, _ fails: Bool, _ usual: () -> Answer
  ) -> Answer {
    switch faults.replacement {
    case .redirect(let hops):
      var answer = Answer(status: .found, content: .body(.empty))
      answer.headers.add(name: "Location", value: Self.target(request.uri, hops: hops - 1))
      return answer
    case .garbage: return Answer(content: .garbage)
    case .silence: return Answer(content: .silence)
    case .status(let status): return Self.sentence("this status was asked for", status: status)
    case nil: break
    }
    if fails {
      return Self.sentence("this picture fails at random", status: .internalServerError)
    }
    return usual()
  }

  private static func answer(
    to request: HTTPRequestHead, with picture: PictureRequest
  ) -> Answer {
    var answer = Answer(content: .body(.picture(picture)))
    answer.headers.add(name: "ETag", value: picture.entityTag)
    answer.headers.add(name: "Cache-Control", value: "public, max-age=86400")
    answer.headers.add(name: "Accept-Ranges", value: "bytes")
    if matches(request.headers[canonicalForm: "If-None-Match"], picture.entityTag) {
      answer.status = .notModified
      answer.content = .body(.empty)
    } else {
      answer.headers.add(name: "Content-Type", value: picture.format.mediaType)
      answer.part = PartRequest(request.headers, tag: picture.entityTag)
    }
    return answer
  }

  /// A response of one sentence, which is not cacheable.
  static func sentence(_ text: String, status: HTTPResponseStatus) -> Answer {
    var answer = Answer(status: status, content: .body(.sentence("\(text)\n")))
    answer.headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
    answer.headers.add(name: "Cache-Control", value: "no-store")
    switch status {
    case .methodNotAllowed: answer.headers.add(name: "Allow", value: "GET, HEAD")
    case .unauthorized:
      answer.headers.add(name: "WWW-Authenticate", value: "Basic realm=\"placeholders\"")
    default: break
    }
    if !status.mayHaveResponseBody { answer.content = .body(.empty) }
    return answer
  }

  /// The same path and query with another number of hops.
  private static func target(_ uri: String, hops: Int) -> String {
    uri.split(separator: "?", maxSplits: 1).enumerated().map { index, part in
      index == 0
        ? String(part)
        : part.split(separator: "&").map {
          $0.hasPrefix("redirect=") ? "redirect=\(hops)" : String($0)
        }.joined(separator: "&")
    }.joined(separator: "?")
  }

  private static func matches(_ tags: [Substring], _ tag: String) -> Bool {
    tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
  }
}
