"""Commands that compare a rulebook with its document, its tests and other programs."""
