"""Clients of `ludex mcp`, those of the SDK: over pipes, or in this process."""

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import Client, ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from commands import ENVIRONMENT
from ludex.mcp.hall import ClientHall
from ludex.mcp.new_table import GameOffer
from ludex.mcp.responses import ClientLimits
from ludex.mcp.server import ClientServer
from ludex.registry import load
from ludex.registry.files import load_file

Call = Callable[..., Awaitable[types.CallToolResult]]


def text_of(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def data_of(result: types.CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    data: dict[str, Any] | None = result.structured_content
    assert data is not None
    return data


def offered(*names: str) -> dict[str, GameOffer]:
    found = {}
    for name in names:
        if name.endswith(".py"):
            file = load_file(Path(name))
            found[file.game.name] = GameOffer(file.game, file.path, file.digest)
        else:
            found[name] = GameOffer(load(name))
    return found


@contextmanager
def hall(folder: Path, *names: str, **limits: Any) -> Iterator[ClientHall]:
    """The hall of a client, left when all is done."""
    made = ClientHall(offered(*names), folder, ClientLimits(**limits))
    try:
        yield made
    finally:
        made.close()


@asynccontextmanager
async def in_process(made: ClientHall) -> AsyncIterator[Call]:
    """A client of the SDK that needs no other process."""
    async with Client(ClientServer(made).server) as client:

        async def call(name: str, **arguments: Any) -> types.CallToolResult:
            return await client.call_tool(name, arguments)

        yield call


@asynccontextmanager
async def over_pipes(*arguments: str, folder: Path) -> AsyncIterator[ClientSession]:
    """The command `ludex mcp` in a process of its own, as any client starts it."""
    async with command_session("mcp", *arguments, "--save-dir", str(folder)) as session:
        yield session


@asynccontextmanager
async def command_session(*arguments: str) -> AsyncIterator[ClientSession]:
    """A session with any command that speaks MCP."""
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), *sys.path)))
    asked = StdioServerParameters(
        command=sys.executable,
        args=["-m", "ludex", *arguments],
        env={**ENVIRONMENT, "PYTHONPATH": path},
    )
    with anyio.fail_after(120):
        async with (
            stdio_client(asked) as (reader, writer),
            ClientSession(reader, writer) as session,
        ):
            await session.initialize()
            yield session


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    anyio.run(scenario)
