"""The service: typed, versioned, batched and guarded."""
