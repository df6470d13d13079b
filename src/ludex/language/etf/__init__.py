"""The Eiffel Testing Framework: scripts, programs and interfaces in its syntax."""
