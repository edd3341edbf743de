import DiskCache

extension ResponseHead {
  /// What stands for these very bytes, if there is such a thing.
  ///
  /// A strong entity tag; a weak one is none. Without a tag, a date of last modification that is at
  /// least a second older than the response: within that second there could have been another change
  /// (RFC 9110, 8.8.2.2).
  var strongValidator: Validators? {
    guard let validator = Validators(fields).sendable.forRange else { return nil }
    guard let lastModified = validator.lastModified else { return validator }
    // The century of two digits does not matter, because both dates get the same one.
    guard let modified = HTTPDate(lastModified, now: 0), let date = fields["Date"],
      let sent = HTTPDate(date, now: 0), modified.secondsSince1970 < sent.secondsSince1970
    else { return nil }
    return validator
  }
}
