import Raster

/// The numbers in the rules of frames, each with its reason.
///
/// Reasons without a figure are judgments. Apple's grades, the lengths of lists, and guards against overflow stand
/// beside the code that they belong to.
enum Constants {
  /// The start of frames, and the parts of those on a slow link.
  enum Gate {
    /// The time to wait for an answer in addition to the transfer of the bytes.
    static let patience = Duration.seconds(1)
    /// 64 kbit/s, the assumed rate when waiting for an answer.
    static let slowestBytesPerSecond = 8_000
    /// The longest round trip of a local terminal, if there is no sign of a remote login.
    ///
    /// Kitty takes 3 ms for any frame. Beside two busy loops, xterm answers a query in 3 ms, and one in ten in over 10
    /// ms.
    static let localRoundTrip = Duration.milliseconds(10)
    /// The smallest frame that proves a local terminal: links below 3 Mbit/s can't carry it in that time.
    static let leastLocalBytes = 4_096
    /// The frames under way to a terminal that may be local: one more, ready when the last is drawn.
    static let framesToLikelyLocal = 2
    /// The frames under way to a local terminal that keeps up.
    ///
    /// Four take 67 ms: kitty 0.26 stalls for 31 ms with software rendering.
    static let framesToLocal = 4
    /// The number of consecutive unanswered frames after which a terminal counts as silent.
    static let mostGivenUp = 3
    /// The most unanswered frames before a terminal's first answer.
    static let mostUnproven = 4
    /// The most bytes of each of those frames after the first: the changes of one key, without pictures.
    ///
    /// Together they take 50 ms at 1 Mbit/s.
    static let unprovenPart = 2_048
    /// The fewest bytes in a part of a frame, on any link: a row or two.
    static let smallestPart = 1_024
    /// The periods that a part of a frame takes on a slow link, more than one so that each part again proves the link
    /// slow.
    static let partPeriods = 1.25
    /// The periods of bytes beyond a slow link's capacity, so that it is not idle between parts.
    static let slackPeriods = 0.5
  }

  /// The measurement of the path to the terminal.
  enum Gauge {
    /// The number of recent frames used.
    static let windowLength = 16
    /// The time between two answers below which they form a burst.
    static let burst = Duration.milliseconds(2)
    /// The lifetime of the shortest round trip: the path may become slower (BBR has 10 s too).
    static let roundTripLifetime = Duration.seconds(10)
    /// The factor and the time above the shortest round trip within which a frame had no delay.
    static let undelayedFactor = 1.25
    static let undelayedTime = Duration.milliseconds(1)
    /// The rate above which a link is fast.
    ///
    /// At this rate, a full page of new photographs at 200x60 takes 200 ms.
    static let fastBytesPerSecond = 2_000_000.0
    /// The fewest bytes of a frame that can show whether the link is slow.
    static let largeFrame = 1_024
    /// The size of a frame that shows the rate even if the empty round trip is only an estimate.
    static let pageOfPictures = 16_384
    /// The total lateness since the last fast frame, in seconds, beyond a momentary delay.
    static let moment = 0.1
  }

  /// The pictures that a terminal draws itself.
  enum Pictures {
    /// The time of the link that a frame's pictures may take: they can't be taken back when a key makes them obsolete.
    static let time = Duration.milliseconds(100)
    /// The least budget, a tenth of a second at 1.3 Mbit/s; a frame of half that size shows a rate.
    static let least = 16_384
  }

  /// The sharpness of pictures that scroll in.
  enum Scrolling {
    /// The number of periods that a moving frame may take.
    ///
    /// A held key repeats every two periods. With shorter frames each repeat is shown, and the queue is soon empty when
    /// the key is released.
    static let periods = 1.5
    /// The time without a movement after which scrolling counts as stopped: a held key repeats sooner.
    static let rest = Duration.milliseconds(100)
    /// The bytes of a picture's cell in full sharpness before any are learned; photographs have 20 to 36.
    static let presumedBytesPerCell = 24.0
    /// The range of learned bytes: from a plain area to a cell of two new colors.
    static let bytesPerCell = 2.0...40.0
    /// The divisor of the moving average of learned bytes.
    static let averageDivisor = 8.0
    /// The factor of the learned bytes after an interrupted frame, which did not show how many there were.
    static let growth = 1.25
    /// The share of the room below which pictures may become sharper again within a movement.
    static let hysteresis = 0.5
    /// The bytes of each sharpness as a share of those of full sharpness, in terminals where long runs of a
    /// color are erased.
    static let shares: [Sharpness: Double] = [
      .full: 1, .near: 0.4, .plainPairs: 0.28, .plainFours: 0.15, .plainEights: 0.09,
      .plainSixteens: 0.06, .plainRows: 0.03,
    ]
  }

  /// Animations.
  enum Animation {
    /// The longest time during which consecutive frames may be dropped: a slower machine shows four a second.
    static let longestGap = Duration.milliseconds(250)
  }

  /// The shown progress of loads.
  enum Progress {
    /// The time for which a load runs before its progress is shown: most end sooner.
    static let patience = Duration.milliseconds(300)
    /// The time from one report to the next: a faster figure could not be read.
    static let period = Duration.milliseconds(100)
  }

  /// The figures of motion.
  enum Motion {
    /// The longest time between two frames of a motion: a held key repeats at least ten times a second.
    static let longestGap = Duration.milliseconds(100)
    /// The time without motion after which the screen is at rest.
    static let rest = Duration.milliseconds(500)
    /// The least time of motion with a rate.
    static let leastTime = Duration.milliseconds(250)
    /// The steps in the mean of the animation error: two seconds of a key held at 30 a second.
    static let errorSteps = 60
  }
}
