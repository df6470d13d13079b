"""The exam of a player: does it keep the printed rules?

`positions` chooses where every guard can be broken, `prompt` says what a player is shown and reads
its answers, `examinees` and `chat` ask players of every kind, `referee` judges an answer, `run` asks
and plays, and `report` counts. An answer that fails is never replaced by a move.
"""
