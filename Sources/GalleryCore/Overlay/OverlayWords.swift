/// The explanation of each figure of the overlay, for the help screen.
enum OverlayWords {
  static let group = KeyBindings.Group(
    title: "The overlay (o)",
    lines: [
      line(
        "rate", "frames a second while something moves; 1% low: the mean of the slowest hundredth"),
      line("uneven", "how much the steps of moving tiles differ from a steady speed"),
      line(
        "frame",
        "the time from when it was due until it was sent: the median (p50), the 99th percentile; the terminal's comes on top"
      ),
      line("worst", "the time of the session's worst frame, what took it, and when it was"),
      line("key→shown", "the time from a key until the terminal has drawn its effect"),
      line(
        "late",
        "frames past their deadline, by how much together, and per second of frames (Apple: good < 5 ms, critical > 10)"
      ),
      line("pictures", "the tiles on the screen"),
      line(
        "ahead", "pictures loaded before they are needed, the share used so far, the bytes wasted"),
      line(
        "bars",
        "the latest frames, one a column, by phase, gray for waiting; the dashed line is the budget; red is late"
      ),
      line("+3.2", "the milliseconds by which that frame was late"),
      line("terminal", "the time from sending a frame until it is drawn, without the link's"),
      line("overlay", "the overlay's own time, which is in no other figure"),
      line("loads", "of pictures: requests in flight and queued; lanes show those on the screen"),
      line("tracker", "its latest events: load, prefetch and cancel, with the items' numbers"),
      line("link", "the rate and the round trip to the terminal; sharpness falls on a slow one"),
      line("held", "frames that were due while the link or the terminal was busy"),
      line(":frames", "lists the worst frames: what caused them, and what took their time"),
    ])

  private static func line(_ label: String, _ does: String) -> KeyBindings.Line {
    KeyBindings.Line(label, does)
  }
}
