/// The numbers in the rules of prefetching, each with its reason.
///
/// Reasons without a figure are judgments. Bounds of memory and guards against overflow stand beside the code that they
/// protect. `filmstrip-lab` measures what a change does.
enum Constants {
  /// The measurement of motion.
  enum Motion {
    /// The movements averaged for the pace, and for the speed of a run: a single uneven gap should not count, and more
    /// would hide a change for longer.
    static let averagedMovements = 8
    /// The rest after which the next movement may be of any kind, and the pace is 0: the reader may do something
    /// else now.
    static let longestRest = Duration.seconds(12)
    /// The longest movement that is not a jump, in viewport lengths: a page is 1.
    static let longestStride = 1.5
    /// The gap after which the next regular movement is overdue, in average gaps: readers are not clocks.
    static let overdueGaps = 2
  }

  /// Runs: a repeating key, a turning wheel.
  enum Run {
    /// The longest gap between two movements of a run: keys repeat faster, and movements farther apart are single
    /// steps.
    static let longestGap = Duration.milliseconds(150)
    /// The fewest movements after the first, and the shortest time: keys arrive in bursts, and two at once say nothing
    /// about speed.
    static let fewestSteps = 3
    static let shortestTime = Duration.milliseconds(100)
    /// The pause that ends a run, in halves of the average gap, and the shortest one: a late key must not end it.
    static let endingHalfGaps = 5
    static let shortestPause = Duration.milliseconds(80)
    /// The finished runs of which the longest limits the next one: 0.82 times the waste of an unlimited one, at 0.998
    /// of the blank time.
    static let remembered = 4
  }

  /// The forecast of items on screen.
  enum Forecast {
    /// The factor by which items behind count as farther, because turning back is less likely.
    static let turnPenalty = 3.0
    /// The seconds in which a viewport at rest is assumed to be read.
    static let readingTime = 2.0
    /// The time of a load beyond which regular movements count as a run, in halves of their gap: shorter loads end
    /// before the next movement or soon after it.
    static let halfGapsOfLoad = 3
  }

  /// The window of ``AdaptivePolicy``.
  enum Adaptive {
    /// The assumed duration of a load before the first has ended.
    static let presumedTime = Duration.milliseconds(250)
    /// The slowest load in multiples of the average of the slowest twentieth.
    ///
    /// Sizes are heavy-tailed: with 2, a held key left three times as much blank time over LTE in the laboratory.
    static let tail = 4.0
    /// The assumed maximum of the first run in viewport lengths.
    static let presumedRun = 3.0
  }

  /// The schedule of loads.
  enum Schedule {
    /// The longest time for which visible items have the link to themselves while the viewport rests.
    static let longestHold = Duration.milliseconds(500)
    /// The same time for each of them while the viewport runs, until the link is measured.
    static let presumedTimePerPicture = Duration.milliseconds(40)
    /// The most active loads if one connection carries them.
    ///
    /// Over a satellite in the laboratory, six leave 1.6 times the blank time. A number learned from the link leaves
    /// 0.9 times as much.
    static let streams = 16
  }

  /// Averages of loads.
  enum Average {
    /// The divisor of moving averages: a change of decoder or sizes counts within a screenful.
    static let divisor = 8
    /// The longest interval between local pictures that counts: a stopped program or a hanging file says nothing about
    /// the decoder.
    static let longestInterval = Duration.seconds(5)
  }
}
