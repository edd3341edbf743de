/// A picture could not be written; in practice memory ran out.
struct EncodingFailure: Error, CustomStringConvertible {
  let description: String
}
