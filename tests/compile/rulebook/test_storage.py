"""What was compiled is found again as long as nothing has changed of which it was made."""

from pathlib import Path

import pytest

from ludex.compile.rulebook import derive as compiler
from ludex.registry import load
from playing import ROOT


def test_a_rulebook_is_compiled_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    text = (ROOT / "examples" / "pig.py").read_text()
    path, times = tmp_path / "pig.py", list[str]()
    compile_ = compiler._compile

    def counted(*given: object) -> compiler.Compiled:
        times.append("compiled")
        return compile_(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(compiler, "_compile", counted)
    sources = []
    for content in (text, text, text + "\n# another edition\n"):
        path.write_text(content)
        sources.append(compiler.derive(load(str(path))).source)
    assert len(times) == 2
    assert sources[0] == sources[1] == sources[2]
