"""Exceptions of rulebooks: a finding about the rulebook, and no crash of ours."""

from collections.abc import Callable
from typing import TypeVar

from ludex.kernel import Fault

T = TypeVar("T")


def describe_error(error: Exception) -> str:
    """Say what a rulebook has raised: a fault in its own words, anything else by its class."""
    is_told = isinstance(error, Fault)
    return str(error) if is_told else f"{type(error).__name__}: {error}"


def attempt(function: Callable[..., T], *given: object) -> T | None:
    """Call a part of a rulebook; return None where it raises."""
    try:
        return function(*given)
    except Exception:  # noqa: BLE001  # a broken rulebook may raise anything
        return None
