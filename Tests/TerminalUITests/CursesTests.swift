import TestSupport
import Testing

/// All tests that touch ncurses: it works on one screen at a time, so they run one at a time.
@Suite(.serialized, .ownThread) struct CursesTests {}
