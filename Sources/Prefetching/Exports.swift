// `PixelSize` is part of what this module shows.
@_exported import Raster
