"""Texas hold'em as an engine."""
