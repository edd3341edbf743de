#pragma once

#include <webp/demux.h>

#include "image_rows.h"

/// Finds the EXIF block and the profile of a file.
static inline void image_rows_find_webp_chunks(ImageRows *rows, const WebPDemuxer *demuxer) {
  WebPChunkIterator chunk;
  if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk)) {
    rows->exif = chunk.chunk.bytes;
    rows->exif_count = chunk.chunk.size;
  }
  WebPDemuxReleaseChunkIterator(&chunk);
  if (WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) {
    rows->colors.profile = chunk.chunk.bytes;
    rows->colors.profile_count = chunk.chunk.size;
  }
  WebPDemuxReleaseChunkIterator(&chunk);
}
