/// A value that may be missing and is then encoded as `null` instead of no field.
package struct Nullable<Value: Encodable>: Encodable {
  let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}
