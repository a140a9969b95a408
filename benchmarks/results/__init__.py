"""One module per page of docs/results: `python -m benchmarks.results.NAME` writes the page."""
