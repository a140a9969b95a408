"""What builds the site and the release; no part of the package."""
