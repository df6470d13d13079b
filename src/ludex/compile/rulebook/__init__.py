"""A rulebook becomes an engine: `derive` compiles the rules themselves."""
