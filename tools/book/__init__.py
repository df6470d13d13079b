"""The book: the pages of `docs`, what the rulebooks say of themselves, and one site of both.

`python -m book` (with `tools` on the path, as `make docs` has it) writes the generated pages
beside a copy of the written ones, lets zensical make a site of them, and puts it where `ludex
serve` finds it. `games` writes a page for each game, `pictures` draws scenes, in the shapes that
the web client draws with (`art`); `reference` reads what the code says of itself, `measured` what
tests reach; `site` makes pages of it that load nothing from elsewhere.
"""
