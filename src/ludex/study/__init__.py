"""Tools for teaching and testing specifications: coverage, suites, mutants, grading."""
