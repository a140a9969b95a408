"""What came out: the result folder, tables with significance, plots and the report."""
