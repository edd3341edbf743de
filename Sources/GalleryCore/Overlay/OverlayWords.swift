/// The explanation of each figure of the overlay, for the help screen, in the order of the screen.
enum OverlayWords {
  static let group = KeyBindings.Group(
    title: "The overlay (o)",
    lines: [
      line(
        "overlay", "the overlay's own time, which is in no other figure; then how cells are drawn"),
      line(
        "wait",
        "before a frame: link wait or terminal wait, for frames before it; CPU wait, for other programs"
      ),
      line("input", "phase of a frame: reading keys"),
      line("update", "phase: changing what the screen shows, and requesting pictures"),
      line("draw", "phase: drawing the screen in memory"),
      line("present", "phase: comparing with the frame before, encoding, writing"),
      line(
        "terminal", "after a frame: the time until the terminal has drawn it, without the link's"),
      line(
        "rate",
        "frames a second while frames are due, --fps if none is late; 1% low: of the slowest hundredth"
      ),
      line("uneven", "how much the steps of moving tiles differ from a steady speed"),
      line(
        "frame ms",
        "the time from when a frame was due until it was written, its waits included: the median (p50) and the 99th percentile of the latest 600 frames; then the terminal's"
      ),
      line(
        "worst",
        "the time of the session's worst frame, the phase that took most of it, when it was, how late"
      ),
      line("key→shown", "the time from a key until the terminal has drawn its effect"),
      line("late", "the number of frames past their deadlines, of all; sum: by how much together"),
      line(
        "hitch",
        "milliseconds late per second of frames; after a second of them with Apple's grade: good < 5, critical > 10"
      ),
      line("pictures", "the tiles on the screen"),
      line(
        "ahead", "pictures loaded before they are needed, the share used so far, the bytes wasted"),
      line(
        "bars",
        "the latest frames, one a column: frame ms by phase, then the terminal's time; the line is the budget; a red cap is late, its bar scaled down to fit"
      ),
      line("+3.2", "the milliseconds by which that frame was late"),
      line("histogram", "how many of the latest frames took so many milliseconds"),
      line("late frames", "the worst of the session: how late, by which phase, after which event"),
      line(
        "terminal link",
        "the round trip to the terminal, and the rate; sharpness falls on a slow one"
      ),
      line("waited", "frames with a link wait or a terminal wait"),
      line("sent", "the bytes of all frames, and of the median one"),
      line("loads", "of pictures: requests in flight and queued; lanes show those on the screen"),
      line("caches", "decoded pictures in memory; pictures that were read from the disk cache"),
      line(
        "revalidated",
        "pictures that a server has confirmed, requests repeated after a failure, and those continued"
      ),
      line("tracker", "its latest events: load, prefetch and cancel, with the items' numbers"),
      line(":frames", "lists the worst frames: what caused them, and what took their time"),
    ])

  private static func line(_ label: String, _ does: String) -> KeyBindings.Line {
    KeyBindings.Line(label, does)
  }
}
