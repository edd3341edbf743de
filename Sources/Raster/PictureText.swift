/// A text stored in a picture's file, such as a caption; untrusted, and possibly of several lines.
package struct PictureText: Hashable, Sendable {
  /// The kind of the text, such as `caption` or `prompt`, or a keyword of a PNG file.
  package let name: String
  package let text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
