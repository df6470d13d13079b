"""How hold'em is shown: seats, bets and board, the side panel, lessons and narration."""
