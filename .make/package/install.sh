#!/bin/sh
# Installs Filmstrip from this folder, or removes it:
#   ./install.sh              below /usr/local, or below the folder PREFIX
#   ./install.sh uninstall    what an installation there has added
set -eu
prefix=${PREFIX:-/usr/local}
from=$(cd "$(dirname "$0")" && pwd)
# Files and folders that an installation has added, a path on each line.
record=$prefix/share/doc/filmstrip/installed

remove() {
  [ -e "$record" ] || { echo "no installation below $prefix: set PREFIX to its folder" >&2; exit 1; }
  list=$(mktemp)
  sort -r "$record" >"$list"
  # A file is deeper than its folder, and so comes first.
  while IFS= read -r path; do
    if [ -d "$path" ] && [ ! -L "$path" ]; then rmdir "$path" 2>/dev/null || true; else rm -f "$path"; fi
  done <"$list"
  rm -f "$list"
}

# Makes a folder, and records those that were not there.
make_folder() {
  [ ! -d "$1" ] || return 0
  make_folder "$(dirname "$1")"
  mkdir "$1"
  echo "$1" >>"$added"
}

install_files() {
  added=$(mktemp)
  trap 'rm -f "$added"' EXIT
  if [ -e "$record" ]; then cp "$record" "$added"; fi
  make_folder "$(dirname "$record")"
  (cd "$from" && find bin share -type f) | sort | while IFS= read -r file; do
    make_folder "$(dirname "$prefix/$file")"
    # A program that runs keeps its old file.
    rm -f "$prefix/$file"
    cp -p "$from/$file" "$prefix/$file"
    echo "$prefix/$file" >>"$added"
  done
  echo "$record" >>"$added"
  sort -u "$added" >"$record"
}

# Names the packages of missing libraries.
check_libraries() {
  missing=$(ldd "$prefix/bin/filmstrip" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p')
  ldconfig=$(command -v ldconfig || echo /sbin/ldconfig)
  "$ldconfig" -p 2>/dev/null | grep -q 'libcurl\.so\.4 ' || missing="$missing libcurl.so.4"
  [ -z "$missing" ] || [ "$missing" = " " ] || {
    echo "missing libraries:" $missing
    cat "$from/packages"
  }
}

case ${1:-} in
  '') ;;
  uninstall) remove; exit ;;
  *) echo "usage: [PREFIX=FOLDER] ./install.sh [uninstall]" >&2; exit 64 ;;
esac
install_files
echo "installed $prefix/bin/filmstrip; remove it by: PREFIX=$prefix ./install.sh uninstall"
case :$PATH: in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to PATH" ;; esac
check_libraries
