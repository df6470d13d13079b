"""An Event-B Specification of Poker: its axioms as they are written, and what they say."""
