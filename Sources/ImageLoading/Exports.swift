// Requests, errors and policies are part of the pipeline's interface.
@_exported import ImageRequests
@_exported import LoadPlanning
