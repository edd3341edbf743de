// `PixelSize` is part of this module's API, and Raster is no product of its own.
@_exported import Raster
