"""The board as something to point at: places, the cursor, what is held, gestures."""
