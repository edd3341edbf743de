# fzf: source this file in your shell's startup file. Then `pictures` chooses among names with their pictures beside:
#   find . -name '*.jpg' | pictures
pictures() {
  fzf --preview 'filmstrip --print -- {}' --preview-window 'right,60%' "$@"
}
