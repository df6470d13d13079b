"""A rulebook may be put together of so many formulas, and each begins anew."""

import pytest

from ludex.check.models import NotTranslated, formulas


def test_so_many_formulas_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formulas, "WORK", 3)
    for _ in range(2):
        formulas.begin()
        assert [formulas.conj() for _ in range(3)] == [True] * 3
        with pytest.raises(NotTranslated, match="too long"):
            formulas.conj()
    formulas.begin()
