#!/bin/sh
# Makes Photos anew: pictures with the statistics of photographs, some ten KB each (needs
# ImageMagick 6 and jpegtran). The two JPEGs hold the same coefficients.
set -eu
cd "$(dirname "$0")"
mkdir -p Photos
cd Photos
convert -size 240x180 -seed 4 plasma:fractal -attenuate 0.2 +noise gaussian -strip \
  -sampling-factor 2x2 -quality 90 baseline.jpg
jpegtran -progressive -outfile progressive.jpg baseline.jpg
convert baseline.jpg -strip -resize 120x90 color.png
convert baseline.jpg -strip -quality 90 lossy.webp
convert baseline.jpg -strip -resize 120x90 -interlace PNG interlaced.png
convert baseline.jpg -strip -resize 60x45 -colors 64 -interlace GIF interlaced.gif
