import CBuildInfo

/// The packages in the program, their licenses and notices.
package enum Licenses {
  /// The text of `THIRD-PARTY.md`, in Markdown, which the build puts into the program.
  package static var text: String { String(cString: build_info_third_party()) }
}
