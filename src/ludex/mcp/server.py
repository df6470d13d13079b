"""The server: the tools and the rules of games, by the official Python SDK.

Whatever a client sends, it gets an answer in words: bad input, refusals, bugs and what takes too
long are errors of the tool. Work is done in threads, so that the protocol is heard meanwhile.
"""

import os
import signal
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, TypeVar

import anyio
import mcp_types as types
from anyio import CapacityLimiter, to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from ludex.kernel import Fault
from ludex.mcp.hall import ClientHall
from ludex.mcp.responses import ToolError, quoted, shortened_line
from ludex.mcp.stdio import StdioConnection
from ludex.mcp.tools import TOOLS, Tool

T = TypeVar("T")
Context = ServerRequestContext[Any]

RULES = "ludex://rules/"
MARKDOWN = "text/markdown"
LONGEST_TROUBLE = 1_000
"""Letters of what is told of an error."""

THREADS = 8
"""So many things are done at once; what is stuck takes one of them."""

INTERRUPTED = 130
INSTRUCTIONS = """\
Tabletop games with a referee. list_games lists the games; start_table starts a table, with bots in
the other seats. Then, until the game is over: view shows the view of your seat, legal lists your
legal events, play plays one of them, in the notation of legal. An event that the rules refuse
changes nothing, and the answer names the rule; why explains every condition. leave_table leaves
the table."""


class ClientServer:
    """One client's server."""

    def __init__(self, hall: ClientHall) -> None:
        self.hall = hall
        self.tools = {tool.name: tool for tool in TOOLS}
        self.working = 0
        """Threads that do something, those that were given up among them."""

        self._threads = CapacityLimiter(THREADS)
        self.server: Server[Any] = Server(
            "ludex",
            title="Ludex",
            version=version("ludex"),
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )

    # -- tools ------------------------------------------------------------------------------

    async def _list_tools(self, _: Context, _request: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def _call_tool(
        self, _: Context, request: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool, arguments = self.tools.get(request.name), request.arguments or {}
        if tool is None:
            known = ", ".join(self.tools)
            return refused(f"There is no tool {quoted(request.name)}; there are: {known}.")
        try:
            answer = await self._worked(lambda: tool.answer(self.hall, arguments))
        except ToolError as trouble:
            return refused(str(trouble))
        return answered(answer.text, answer.data)

    async def _worked(self, work: Callable[[], T]) -> T:
        """Do work in a thread and return its result, if it comes in time; ToolError says why not."""
        seconds = self.hall.limits.answering
        with anyio.move_on_after(seconds):
            return await to_thread.run_sync(
                self._counted(work), abandon_on_cancel=True, limiter=self._threads
            )
        raise ToolError(f"The call took more than {seconds:g} seconds and was cancelled.")

    def _counted(self, work: Callable[[], T]) -> Callable[[], T]:
        def counted() -> T:
            self.working += 1
            try:
                return work()
            except ToolError:
                raise
            except Fault as fault:
                raise ToolError(f"A bug in the rulebook: {fault}") from fault
            except Exception as bug:
                problem = f"{type(bug).__name__}: {shortened_line(' '.join(str(bug).split()))}"
                print(f"ludex: {problem}", file=sys.stderr)
                raise ToolError(f"Internal error ({problem}).") from bug
            finally:
                self.working -= 1

        return counted

    # -- rules as resources -----------------------------------------------------------------

    async def _list_resources(self, _: Context, _request: object) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=f"{RULES}{name}",
                    name=f"rules-{name}",
                    title=f"The rules of {offered.game.title}",
                    description=str(offered.game.summary),
                    mime_type=MARKDOWN,
                )
                for name, offered in self.hall.games.items()
            ]
        )

    async def _list_templates(
        self, _: Context, _request: object
    ) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=f"{RULES}{{game}}",
            name="rules",
            title="The rules of a game",
            description="The printed rules, with every reason for a refusal.",
            mime_type=MARKDOWN,
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def _read_resource(
        self, _: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(request.uri)
        try:
            text = await self._worked(lambda: self._rules_at(uri))
        except ToolError as trouble:
            raise MCPError(types.INVALID_PARAMS, str(trouble)) from None
        contents = types.TextResourceContents(
            uri=request.uri, text=_clean(text), mime_type=MARKDOWN
        )
        return types.ReadResourceResult(contents=[contents])

    def _rules_at(self, uri: str) -> str:
        if not uri.startswith(RULES):
            raise ToolError(f"There is no resource {quoted(uri)}: {RULES}GAME is one.")
        return self.hall.rules_text(uri.removeprefix(RULES))


def serve(wire: StdioConnection, hall: ClientHall) -> None:
    """Answer until the client goes, or somebody asks to end."""
    serving = ClientServer(hall)

    def ended(*_: object) -> None:
        # The thread that waits for input cannot be woken: everything that counts is on disk.
        hall.close()
        print("ludex: interrupted", file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)

    signal.signal(signal.SIGTERM, ended)
    signal.signal(signal.SIGINT, ended)
    try:
        anyio.run(_serve, wire, serving)
    finally:
        hall.close()
        if serving.working:  # a thread that does not end would keep the process
            sys.stderr.flush()
            os._exit(0)


async def _serve(wire: StdioConnection, serving: ClientServer) -> None:
    ends = anyio.wrap_file(wire.reader()), anyio.wrap_file(wire.writer())
    async with stdio_server(*ends) as (incoming, outgoing):
        options = serving.server.create_initialization_options()
        await serving.server.run(incoming, outgoing, options)


def _described(tool: Tool) -> types.Tool:
    schema = tool.takes.model_json_schema()
    schema.pop("description", None)  # of the class, for who reads it
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.changes,
            destructive_hint=False,
            open_world_hint=False,
        ),
    )


def answered(text: str, data: Any = None) -> types.CallToolResult:  # noqa: ANN401  # JSON
    """Return the answer of a tool."""
    content = types.TextContent(type="text", text=_clean(text))
    return types.CallToolResult(content=[content], structured_content=_clean(data))


def refused(text: str) -> types.CallToolResult:
    """Return the sentence of a tool that has no answer."""
    message = _clean(shortened_line(text, LONGEST_TROUBLE))
    content = types.TextContent(type="text", text=message)
    return types.CallToolResult(content=[content], is_error=True)


def _clean(value: Any) -> Any:  # noqa: ANN401  # texts, and what is made of them
    """Remove what UTF-8 cannot write: half of a letter would end the connection."""
    match value:
        case str():
            return value.encode("utf-8", errors="replace").decode("utf-8")
        case dict():
            return {_clean(name): _clean(each) for name, each in value.items()}
        case list() | tuple():
            return [_clean(each) for each in value]
        case _:
            return value
