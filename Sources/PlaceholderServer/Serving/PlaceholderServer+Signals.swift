import Glibc

extension PlaceholderServer {
  /// Serves until SIGINT or SIGTERM comes, then stops and returns that signal's number.
  ///
  /// The signals are held back from this thread and those it starts, so that they end the waiting
  /// and not the process: a program calls this on its main thread while it has no other. They are
  /// let through again before this returns.
  package func serveUntilSignalled() throws(ServerError) -> Int32 {
    var awaited = sigset_t()
    var former = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGINT)
    sigaddset(&awaited, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &awaited, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

    try start()
    var signal: Int32 = 0
    sigwait(&awaited, &signal)
    stop()
    return signal
  }
}
