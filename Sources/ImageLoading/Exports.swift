// `PixelImage` and `PixelSize` are what this library hands out.
@_exported import Raster
