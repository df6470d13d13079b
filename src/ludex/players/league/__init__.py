"""The league: players of every kind against each other, kept and rated.

`pairing` says who meets whom, `playing` plays one game and decides who lost it by a fault,
`keeping` writes down every game so that a league can be resumed, `rating` turns the results
into numbers and `standings` into a table, JSON and a page.
"""
