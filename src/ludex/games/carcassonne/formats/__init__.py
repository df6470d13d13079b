"""The Haskell document's programs Draw, Play and Next: filters on an XML state."""
