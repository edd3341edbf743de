import Raster

extension TerminalModel {
  /// The known terminals.
  ///
  /// Abilities without an entry were not tested. Tested on Debian 12 with DejaVu Sans Mono: xterm
  /// 379, urxvt 9.30, st 0.9, mlterm 3.9, kitty 0.26.5, alacritty 0.11, konsole 22.12, VTE 0.70,
  /// tmux 3.3a, screen 4.9. The tests were whether they repeat a half block (tmux repeats letters
  /// only), whether they erase with the background, and which symbols they draw. The tests ran under
  /// Xvfb, on 2026-11-22 and 2026-11-23, in the same versions and those of Debian 13. There it was xterm
  /// 398, kitty 0.41.1, konsole 25.04, alacritty 0.15, VTE 0.80, st 0.9.2, urxvt 9.31, qterminal 2.1,
  /// foot 1.21. The multiplexers were tmux 3.5a and screen 4.9.1. Results:
  /// - konsole's sixels scroll the screen and appear in wrong rows; its half blocks are correct;
  /// - konsole 22.12 and 25.04 place kitty's graphics correctly;
  /// - mlterm keeps few 24-bit colors, so some rows have wrong ones; letters that change over its
  ///   sixels turn black; 256 colors are right;
  /// - foot 1.13 and 1.21 move sixels that leave a scroll region over the rows beyond it;
  /// - xterm 379 and 398 show sixels correctly as a VT340, also of several rows;
  /// - screen inside tmux garbles 24-bit colors;
  /// - screen 4.9 turns the background query into a setting that makes kitty black;
  /// - mlterm and urxvt behind a tmux with 24-bit color show wrong colors, but 256 correctly;
  /// - tmux 3.3a, resized, cuts its output within a sequence; mlterm and urxvt then miss the next one;
  /// - urxvt prints unknown sequences that tmux passes on, except XTVERSION;
  /// - qterminal of Debian 13 leaves lines of single pixels behind when it scrolls;
  /// - kitty logs mode 8, XTSMGRAPHICS, and an end of mode 2026 without a beginning as errors;
  /// - kitty 0.41 takes pictures for its clipboard, although it denies mode 5522;
  /// - kitty 0.41 shows placeholders right, inside tmux 3.5a too;
  /// - quadrants of urxvt and alacritty 0.11 are right and without seams;
  /// - so are sextants of kitty 0.26.5, konsole 22.12 and 25.04, VTE 0.70 and alacritty 0.15;
  /// - so are octants of kitty 0.41 and foot 1.21;
  /// - xterm, st and mlterm take quadrants from the font: with seams between cells, or rows of gaps;
  /// - tmux 3.3a drops octants, whose width its C library does not know.
  ///
  /// From public material:
  /// - placeholders: the protocol's documentation (kitty 0.28), ghostty's pull request 2015, before
  ///   its 1.0; rio's issue 1891 and a report on 0.5.27. Konsole, WezTerm, and Warp have none,
  ///   although they answer that they have the protocol;
  /// - pictures for the clipboard: kitty's documentation (0.27); kitty 0.44 and ghostty 1.4 answer mode 5522;
  /// - in alacritty's first release with sextants, its library, which answers DA2, is 0.24;
  /// - 24-bit color: each one's own notes; xterm's since patch 331, VTE's since 0.36;
  /// - repeating and erasing: ghostty's and foot's terminfo entries.
  static let table: [TerminalModel] = [
    TerminalModel(
      name: "kitty",
      signs: Signs(version: "kitty(", types: ["xterm-kitty"], variables: ["KITTY_WINDOW_ID"]),
      abilities: Abilities(
        trueColor: "0", placeholders: "0.28",
        symbols: [
          SymbolStep(since: "0.26", finest: .sextant), SymbolStep(since: "0.41", finest: .octant),
        ],
        pictureClipboard: "0.27", complains: true, repeats: true, erases: true)),
    TerminalModel(
      name: "ghostty",
      signs: Signs(
        version: "ghostty", types: ["xterm-ghostty"],
        variables: ["GHOSTTY_RESOURCES_DIR", "TERM_PROGRAM=ghostty"]),
      abilities: Abilities(
        trueColor: "0", placeholders: "1", repeats: true, erases: true)),
    TerminalModel(
      name: "rio",
      signs: Signs(version: "Rio ", types: ["rio", "xterm-rio"], variables: ["TERM_PROGRAM=rio"]),
      abilities: Abilities(
        trueColor: "0", placeholders: "0.5.27")),
    TerminalModel(
      name: "foot",
      signs: Signs(version: "foot(", types: ["foot"]),
      abilities: Abilities(
        trueColor: "0", symbols: [SymbolStep(since: "1.21", finest: .octant)], erases: true)),
    TerminalModel(
      name: "WezTerm",
      signs: Signs(
        version: "WezTerm ", types: ["wezterm"],
        variables: ["WEZTERM_PANE", "TERM_PROGRAM=WezTerm"]),
      abilities: Abilities(trueColor: "0")),
    TerminalModel(
      name: "konsole",
      signs: Signs(version: "Konsole ", types: ["konsole"], variables: ["KONSOLE_VERSION"]),
      abilities: Abilities(
        trueColor: "0", directPlacements: "22.12",
        symbols: [SymbolStep(since: "22.12", finest: .sextant)],
        placesSixels: false, repeats: true, erases: true)),
    TerminalModel(
      name: "xterm",
      signs: Signs(version: "XTerm(", make: 41, variables: ["XTERM_VERSION"]),
      abilities: Abilities(trueColor: "331", wholeSixels: "379", repeats: true, erases: true)),
    TerminalModel(
      name: "VTE",
      signs: Signs(
        version: "VTE(", alwaysAnswers: false, make: 65, types: ["vte", "gnome"],
        variables: ["VTE_VERSION"]),
      abilities: Abilities(
        trueColor: "0.36", symbols: [SymbolStep(since: "0.70", finest: .sextant)], repeats: true,
        erases: true)),
    TerminalModel(
      name: "alacritty",
      signs: Signs(types: ["alacritty"], variables: ["ALACRITTY_WINDOW_ID"]),
      abilities: Abilities(
        trueColor: "0",
        symbols: [
          SymbolStep(since: "0.17", finest: .quadrant), SymbolStep(since: "0.24", finest: .sextant),
        ],
        repeats: true, erases: true)),
    TerminalModel(
      name: "mlterm",
      signs: Signs(make: 24, types: ["mlterm"]),
      abilities: Abilities(
        colors: .indexed256, placesSixels: false, repeats: true, erases: true)),
    TerminalModel(
      name: "urxvt",
      signs: Signs(make: 85, types: ["rxvt"]),
      abilities: Abilities(symbols: [SymbolStep(since: "95", finest: .quadrant)], erases: true)),
    TerminalModel(
      name: "st",
      signs: Signs(types: ["st-"]),
      abilities: Abilities(trueColor: "0", repeats: true, erases: true)),
    TerminalModel(
      name: "tmux",
      signs: Signs(version: "tmux ", alwaysAnswers: false, make: 84, types: ["tmux"])),
    TerminalModel(
      name: "screen",
      signs: Signs(make: 83, types: ["screen"]),
      abilities: Abilities(bracketsPastes: false)),
    TerminalModel(
      name: "contour",
      signs: Signs(version: "contour ", types: ["contour"]),
      abilities: Abilities(trueColor: "0")),
    TerminalModel(
      name: "iTerm2",
      signs: Signs(version: "iTerm2 ", variables: ["ITERM_SESSION_ID", "TERM_PROGRAM=iTerm.app"]),
      abilities: Abilities(trueColor: "3")),
    TerminalModel(
      name: "VS Code",
      signs: Signs(version: "xterm.js(", alwaysAnswers: false, variables: ["TERM_PROGRAM=vscode"]),
      abilities: Abilities(trueColor: "0")),
    TerminalModel(
      name: "mintty",
      signs: Signs(version: "mintty ", variables: ["TERM_PROGRAM=mintty"]),
      abilities: Abilities(trueColor: "0")),
    TerminalModel(
      name: "Warp",
      signs: Signs(version: "Warp", variables: ["TERM_PROGRAM=WarpTerminal"]),
      abilities: Abilities(trueColor: "0")),
    TerminalModel(
      name: "Terminal",
      signs: Signs(variables: ["TERM_PROGRAM=Apple_Terminal"])),
    TerminalModel(
      name: "Linux console",
      signs: Signs(types: ["linux"]),
      abilities: Abilities(bracketsPastes: false)),
  ]
}
