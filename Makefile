# Filmstrip: `make help` lists what there is to do.
.POSIX:
.DEFAULT_GOAL := help
.PHONY: help packages program programs test-packages bench-packages build man licenses deb tarball package-test ubuntu run test-built test test-long test-busy test-address test-thread test-outside docs lint prose format bench screenshots terminals terminals-all terminal-sheets install uninstall clean

PREFIX ?= /usr/local
DESTDIR ?=
# The commit that the program names; by default that of the checkout.
COMMIT ?=
RELEASE = -c release --static-swift-stdlib $$(COMMIT='$(COMMIT)' .make/commit) $$(.make/linking/icu .build/linking)
BINARY = .build/release/filmstrip

# Packages are made here, and tested in bare roots of these releases.
DISTRIBUTION = .build/packages
RELEASES = bookworm trixie
UBUNTU = noble
PACKAGING_PACKAGES = binutils debootstrap dpkg-dev lintian man-db perl

# What is linked; a bar separates the names that one package has had in Debian.
PACKAGES = binutils libncursesw5-dev|libncurses-dev libjpeg62-turbo-dev|libjpeg-dev libpng-dev libwebp-dev libgif-dev liblcms2-dev libcurl4-openssl-dev libssl-dev libxml2-dev zlib1g-dev
# What is opened or run for the first file of its format.
FORMAT_PACKAGES = libavif16|libavif15 libheif1 libtiff6 libarchive13|libarchive13t64 libsqlite3-0
# What the tests run the program in, and against.
TEST_PACKAGES = tmux nginx-light libnginx-mod-stream openssl libvterm-dev perl gcc zip fdupes findimagedupes fd-find \
  curl dbus gvfs jq libglib2.0-bin python3 librsvg2-bin libfribidi0 libvterm0 man-db mandoc binutils \
  $(FORMAT_PACKAGES)
# All tests at once would have each wait for the processor so long that it gives up.
AT_A_TIME = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4
# No proxy leads to the loopback, and authorities are those that a test names. Tests run beside each
# other, and so can't change the environment themselves.
TEST_ENVIRONMENT = -u SSL_CERT_FILE -u SSL_CERT_DIR no_proxy='*' $(AT_A_TIME)
SUITE = .make/suite env $(TEST_ENVIRONMENT) FILMSTRIP_BINARY="$$PWD/.build/debug/filmstrip" \
  swift test --skip-build
# What moves bytes between threads, and takes them from strangers.
SANITIZED = --filter 'CurlTransportTests|ImageRequestsTests|LocalPicturesTests|LoadPlanningTests|ImageLoadingTests|ServerLoadingTests'
# By their authors, CC BY and BY-SA.
PHOTOGRAPHS = lomiri-wallpapers-16.04
# What the benchmarks compare with.
BENCH_PACKAGES = tmux perl imagemagick timg chafa libsixel-bin libjpeg-turbo-progs curl nginx-light openssl $(PHOTOGRAPHS)
# Programs whose frames are compared with ours.
PROGRAM_PACKAGES = less vim nano tmux fzf htop ranger lf mc nnn timg chafa imagemagick jq
# Terminals, and a screen for them.
SCREEN_PACKAGES = xvfb xdotool openbox perl imagemagick fonts-dejavu-core libgl1-mesa-dri kitty $(PHOTOGRAPHS)
SCREENSHOT_PACKAGES = $(SCREEN_PACKAGES) chafa timg nginx-light curl gifsicle pngquant
TERMINAL_PACKAGES = $(SCREEN_PACKAGES) dbus-x11 ncurses-term tmux screen \
  xterm konsole alacritty xfce4-terminal mlterm stterm rxvt-unicode qterminal foot weston

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "The program links these shared libraries (Debian packages):"
	@echo "  libncursesw6 libtinfo6 libjpeg62-turbo libpng16-16 libwebp7 libwebpdemux2 libgif7 zlib1g"
	@echo "  libc6, and libcurl4 when it first loads from a server; the Swift runtime is linked statically."
	@echo "liblcms2-2 is loaded for pictures with other colors than sRGB, if it is installed."
	@echo "libfribidi0 is loaded for captions that read from right to left, if it is installed."
	@echo "libvterm0 is loaded by filmstrip profile, which needs it."
	@echo "These are loaded for the first file of their format, if they are installed:"
	@echo "  AVIF libavif16 or libavif15, HEIC libheif1, TIFF libtiff6, zip libarchive13, SQLite libsqlite3-0."
	@echo "rsvg-convert of librsvg2-bin is run for SVG, if it is installed."

packages:
	@.make/packages "$(PACKAGES)"

bench-packages: packages
	@.make/packages '$(BENCH_PACKAGES)'

test-packages: packages
	@.make/packages '$(TEST_PACKAGES)'

program: packages
	swift build $(RELEASE) --product filmstrip

build: program ## the program and filmstrip-lab, which measures it, optimized: .build/release
	swift build $(RELEASE) --product filmstrip-lab

run: build ## the demo; without a terminal a short scroll of it
	@.make/run $(BINARY)

test-built: test-packages
	swift build --build-tests

test: test-built ## every test
	@.make/check-snippets
	@.make/licenses/write --check .build/debug/filmstrip
	@.make/man .build/debug/filmstrip .build/man-check --check
	$(SUITE)
	@.make/docs --check

test-long: test-built ## full-length fuzzing and walks, then busy machines, sanitizers, packages outside and all terminals: hours
	FILMSTRIP_LONG=1 $(SUITE)
	$(MAKE) test-busy test-address test-thread test-outside terminals terminals-all

test-busy: test-built ## every test on a busy machine: twice beside two busy loops, once beside a build
	.make/beside loops $(SUITE)
	.make/beside loops $(SUITE)
	.make/beside build $(SUITE)

test-address: test-packages ## transfers and loads under the address sanitizer, built anew: .build/asan
	env $(TEST_ENVIRONMENT) ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 \
	  swift test --sanitize=address --scratch-path .build/asan $(SANITIZED)

test-thread: test-packages ## transfers and loads under the thread sanitizer, built anew: .build/tsan
	env $(TEST_ENVIRONMENT) TSAN_OPTIONS="suppressions=$$PWD/.make/tsan-suppressions" \
	  swift test --sanitize=thread --scratch-path .build/tsan $(SANITIZED)

test-outside: build ## the programs of UsingThePackage.md, and one that hostile servers answer, as packages of their own
	@.make/outside $(BINARY)

docs: packages ## the pages of the libraries: .build/docs
	swift build --build-tests
	@.make/docs

man: ## after make build: the manual pages, .build/man
	@test -x $(BINARY) || { echo "run 'make build' first"; exit 1; }
	@.make/man $(BINARY) .build/man

licenses: ## writes THIRD-PARTY.md, by the table of .make/licenses
	@.make/licenses/write

lint: ## format, sizes of files and types, imports
	@.make/lint

prose: ## the sentences of comments and pages that are too long, or not plain
	@.make/prose

format: ## rewrites the sources in the project's format
	git ls-files -co --exclude-standard '*.swift' | xargs swift format -i

programs: build ## the table of how terminal programs answer keys; TERMVISAGE=PATH: with it
	@.make/packages '$(PROGRAM_PACKAGES)'
	@TERMVISAGE='$(TERMVISAGE)' .make/programs $(BINARY)

bench: bench-packages build ## what frames and loads cost, from one run; TIMG=PATH: beside another timg
	@TIMG='$(TIMG)' .make/bench $(BINARY)

screenshots: build ## the pictures of the pages, in kitty, and chafa and timg beside it: .build/screenshots
	@.make/packages '$(SCREENSHOT_PACKAGES)'
	@.make/screenshots $(BINARY) .build/screenshots

terminals: build ## plays the gallery in terminals and judges their screens; TERMINALS=, COLORS=, DIST=trixie choose
	@.make/packages '$(TERMINAL_PACKAGES)'
	@.make/terminals/run $(BINARY) .build/terminals default

terminals-all: build ## the 144 combinations that make terminals leaves out, for over an hour
	@.make/packages '$(TERMINAL_PACKAGES)'
	@.make/terminals/run $(BINARY) .build/terminals rest

terminal-sheets: build ## what a person sees in terminals of three sizes: .build/sheets; TERMINALS=, THEMES= choose
	@.make/packages '$(TERMINAL_PACKAGES)'
	@.make/terminals/sheets $(BINARY) .build/sheets

# `make deb BINARY=PATH` packs a program that is there.
.build/release/filmstrip: program

deb: $(BINARY) ## a Debian package, checked by lintian: .build/packages; MAINTAINER= names who answers for it
	@.make/packages '$(PACKAGING_PACKAGES)'
	@.make/package/deb $(BINARY) $(DISTRIBUTION)

tarball: $(BINARY) ## the files of the package with install.sh, and SHA256SUMS: .build/packages
	@.make/packages '$(PACKAGING_PACKAGES)'
	@.make/package/tarball $(BINARY) $(DISTRIBUTION)

package-test: $(BINARY) ## makes both anew, and installs, uses and removes them in bare roots (takes root); RELEASES= chooses
	@.make/packages '$(PACKAGING_PACKAGES)'
	@rm -rf $(DISTRIBUTION)
	@.make/package/deb $(BINARY) $(DISTRIBUTION)
	@.make/package/tarball $(BINARY) $(DISTRIBUTION)
	@.make/package/test $(DISTRIBUTION) $(RELEASES)

ubuntu: ## both for Ubuntu 24.04, built and tested in roots of it (takes root): .build/packages-noble
	@.make/packages '$(PACKAGING_PACKAGES)'
	@rm -rf $(DISTRIBUTION)-$(UBUNTU)
	@.make/package/elsewhere $(UBUNTU) $(DISTRIBUTION)-$(UBUNTU)
	@.make/package/test $(DISTRIBUTION)-$(UBUNTU) $(UBUNTU)

install: ## after make build: the program without symbols, manual pages, completions below PREFIX (DESTDIR for packagers)
	@test -x $(BINARY) || { echo "run 'make build' first"; exit 1; }
	@.make/package/stage $(BINARY) '$(DESTDIR)' '$(PREFIX)'

uninstall: ## what install put there
	@.make/package/stage --remove '$(DESTDIR)' '$(PREFIX)'

clean: ## what builds left
	rm -rf .build
