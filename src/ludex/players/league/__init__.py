"""The league: players of every kind against each other, kept and rated.

`pairing` says who meets whom, `game` plays one game and decides who lost it by a fault,
`files` writes down every game so that a league can be resumed, `standings` turns the results
into ratings, a table, JSON and a page.
"""
