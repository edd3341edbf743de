import Testing

/// Everything that touches ncurses: it works on one screen at a time, so these tests do as well.
@Suite(.serialized) struct CursesTests {}
