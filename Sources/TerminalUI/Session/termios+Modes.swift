import Glibc

extension termios {
  /// The same modes, but nothing is echoed, Enter and line feed are told apart, and bytes go out as
  /// they are: a line feed is only that, and the kernel does not look at every byte of a frame.
  var withoutTranslation: termios {
    var modes = self
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
    modes.c_oflag &= ~tcflag_t(OPOST)
    return modes
  }
}
