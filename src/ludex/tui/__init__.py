"""The terminal table: any game through its scene, keyboard first, the mouse too.

No module here knows a game. `looks` is the only place that knows how things look; `layout`
puts zones on cells; `reach` is the cursor's geometry; `grip` is what picking and dropping
mean; `board` draws; the screens talk to one `Table`, which stays the referee.
"""
