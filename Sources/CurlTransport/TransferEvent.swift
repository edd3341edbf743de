import Foundation

/// What a transfer comes to, step by step: at most one head, then pieces of the body, then one end.
package enum TransferEvent: Sendable {
  case head(HTTPHead)
  case body(Data)
  /// Nil after a good end, which a head has always preceded.
  case end(URLError?)
}
