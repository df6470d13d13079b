"""FreeCell deals decided by the hundred million: a certificate for each block, and what checks it.

`certificates` reads and writes them, `proofs` does again what one says of single deals, and
`millions` computes the digests of all solutions again, on a GPU.
"""
