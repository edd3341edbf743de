// Replaced by the step that builds TerminalUI.
