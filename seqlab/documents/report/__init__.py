"""What a run did: the summary and the HTML report."""
