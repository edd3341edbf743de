/// The header fields of a response, found by name whatever its case (RFC 9110, 5.1).
///
/// Values came from a server and are not checked.
public struct HeaderFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Of two names that differ in case only, one wins.
  public init(_ fields: [String: String] = [:]) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }
}
