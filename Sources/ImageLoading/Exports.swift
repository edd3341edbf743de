// Requests, errors and policies are part of the pipeline's interface.
@_exported import LoadPlanning
