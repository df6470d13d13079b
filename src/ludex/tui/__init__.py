"""The terminal table: any game through its scene, keyboard first, the mouse too.

No module here knows a game. `looks` is the only place that knows how things look; `layout`
puts zones on cells; `reach` is the cursor's geometry; `grip` is what picking and dropping
mean; `board` draws; `turns` lets things happen, one after the other; whatever takes long is done
`aside`. The screens talk to one `Table`, which stays the referee.
"""
