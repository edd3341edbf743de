#pragma once

#include <webp/demux.h>

#include "image_rows.h"

/// Notes where the file has its EXIF block.
static inline void image_rows_find_webp_exif(ImageRows *rows, const WebPDemuxer *demuxer) {
  WebPChunkIterator chunk;
  if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk)) {
    rows->exif = chunk.chunk.bytes;
    rows->exif_count = chunk.chunk.size;
  }
  WebPDemuxReleaseChunkIterator(&chunk);
}
