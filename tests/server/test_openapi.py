"""Every operation of the OpenAPI document, with what the document allows and what not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import postgres
from serving import QUICK, server

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]

EXAMPLES = {"sqlite": 3, "postgresql": 15}
"""What can go wrong in a request is the same on both; PostgreSQL dislikes some texts."""


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)],
)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def api(
    backend: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Any]:
    if backend == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('api')}/tables.sqlite3"
    else:
        url = postgres.new_database(request.getfixturevalue("postgresql"))
    with server(url, replace(QUICK, tables_per_day=10**6)) as web:
        yield schemathesis.openapi.from_url(f"{web.address}/api/openapi.json")


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(GenerationMode.POSITIVE, id="positive"),
        pytest.param(GenerationMode.NEGATIVE, id="negative", marks=pytest.mark.slow),
    ],
)
def test_no_request_makes_the_server_fail(api: Any, mode: GenerationMode, backend: str) -> None:
    asked = 0
    for found in api.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES[backend],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            answer = case.call_and_validate(checks=CHECKS, timeout=30)
            assert answer.status_code < 500
            if answer.status_code >= 400 and case.method != "HEAD":
                assert answer.json()["error"].strip()

        try:
            ask()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # nothing in it can be wrong
    assert asked > 40
