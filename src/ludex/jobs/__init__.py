"""Jobs: many independent chunks of work, here, in other processes or on a cluster.

What comes of a chunk depends on the chunk and the task alone: not on how many workers there
are, which of them did it, or in which order. So a chunk that was lost is simply done again,
and what is finished is kept and never done twice.

`job` says what a job is, `local` and `cluster` who works, `kept` what is on disk, and `working`
puts them together.
"""
