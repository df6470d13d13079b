"""The FreeCell document ("Assignment 4, Part 1, Specification") as it is written: read `board` first."""
