"""Hand histories of hold'em in the Poker Hand History format (PHH), read and written.

`phh` is one hand as a record, `phhs` a file of many; `histories` reads a hand step by step,
with `replay` for those of this house and `foreign` for those of others, and `export`
writes the hands that were played here.

PokerKit has a reader, too, and it is what the tests of these formats compare with; it does not take
their place. Of 300 real hands both accept every one (2.5 ms a hand here, 1.8 ms there, PokerKit
0.7.7). Of the 99 hands of our tests of other houses' files both accept 53 and refuse 18. PokerKit
refuses 10 that we read with a remark (stacks that nobody knows, late posts, a board that is dealt on),
in one sentence without a place: "Unable to repair the hand history". It accepts 18 that contradict
themselves, such as an end that no rake explains. The fields are read by the library of Python
(`tomllib`); what remains here says what is wrong, where, and turns actions into our events.
"""
