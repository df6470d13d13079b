"""The terminal table: any game through its scene, keyboard first, the mouse too.

No module here knows a game. `drawing` is how things look and where zones lie in cells; `board`
shows a scene, with the cursor, and tells what picking and dropping mean; `table` is the screen
of a game, and lets things happen one after the other; `lobby` is where games are begun and
resumed; whatever takes long is done in the `background`. The screens talk to one `Table`, which
stays the referee; what they need from other rooms comes through `services`.
"""
