import Glibc

extension termios {
  /// The same modes, but bytes go out as they are: a line feed is only that, and the kernel does
  /// not look at every byte of a frame.
  var withoutOutputProcessing: termios {
    var modes = self
    modes.c_oflag &= ~tcflag_t(OPOST)
    return modes
  }
}
