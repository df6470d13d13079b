"""The image of the Dockerfile, built on a new Debian and run; and the services of compose.yaml."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, which
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
import yaml  # type: ignore[import-untyped]

import postgres
from commands import ludex
from packages import built
from playing import ROOT
from serving import Server

pytestmark = pytest.mark.slow

NEEDED = [program for program in ("buildah", "mmdebstrap") if which(program) is None]
BASE = "localhost/debian"
AUTHORITIES = Path("/usr/local/share/ca-certificates")
"""Certificates that the administrator of this machine trusts: a package mirror may need them."""

needs_builder = pytest.mark.skipif(
    os.getuid() != 0 or bool(NEEDED), reason=f"needs root, buildah and mmdebstrap: no {NEEDED}"
)


def package_mirrors() -> list[str]:
    """Return what pip reads on this machine: its files of settings, and folders that they name."""
    pip = ["python3", "-m", "pip", "--disable-pip-version-check", "config"]
    files = re.findall(
        r"(/\S+), exists: True",
        subprocess.run([*pip, "debug"], check=True, capture_output=True, text=True).stdout,
    )
    named = subprocess.run([*pip, "list"], check=True, capture_output=True, text=True).stdout
    urls = [urlsplit(url) for url in re.findall(r"file://[^'\s]+", named)]
    folders = {
        Path(place).parent if place.rstrip("/").endswith("/simple") else Path(place)
        for place in (*(url2pathname(url.path) for url in urls), *re.findall(r"'(/\S+)'", named))
    }
    return [*files, *(str(folder) for folder in sorted(folders) if folder.is_dir())]


def descendants(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, and theirs."""
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            yield from descendants(child)
            yield child


@dataclass(frozen=True)
class Builder:
    """buildah, with a store of its own."""

    folder: Path
    driver: str
    """How layers are stored: by overlays, which are quick, or by copies, which work everywhere."""

    def command(self, *arguments: object) -> list[str]:
        store = ["--root", str(self.folder / "store"), "--runroot", str(self.folder / "run")]
        return ["buildah", "--storage-driver", self.driver, *store, *map(str, arguments)]

    def __call__(self, *arguments: object) -> str:
        done = subprocess.run(self.command(*arguments), check=False, capture_output=True, text=True)
        assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
        return done.stdout.strip()

    @contextmanager
    def serving(self, container: str, *options: object) -> Iterator[Server]:
        """Run the container's server on a free port."""
        words = ["ludex", "serve", "--host", "0.0.0.0", "--port", "0", *options]
        with subprocess.Popen(
            self.command("run", "--isolation", "chroot", container, "--", *words),
            stdout=subprocess.PIPE, text=True, start_new_session=True,
        ) as server:  # fmt: skip
            try:
                assert server.stdout is not None
                line = next(line for line in server.stdout if line.startswith("Ludex is at"))
                yield Server(line.split()[3].replace("0.0.0.0", "127.0.0.1").rstrip("/"))
            finally:
                for child in [server.pid, *descendants(server.pid)]:
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)


def builder_of(folder: Path, debian: Path) -> Builder:
    """Return a builder that can run this Debian; without one the tests are skipped."""
    problem = ""
    for driver in ("overlay", "vfs"):
        made = Builder(folder, driver)
        try:
            empty = made("from", "scratch")
            made("copy", "--quiet", empty, debian, "/")
            made("run", "--isolation", "chroot", empty, "--", "true")
        except AssertionError as error:
            problem = str(error)
            continue
        made("commit", "--quiet", "--rm", empty, BASE)
        return made
    pytest.skip(f"no container can be run on this machine: {problem}")


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    """A builder with a new Debian and the image of the Dockerfile.

    The stage that makes the wheel is replaced: its steps are those of tests/test_wheel.py.
    """
    folder = tmp_path_factory.mktemp("image")
    debian = folder / "debian"
    subprocess.run(
        [
            "mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", "bookworm",
            debian,
        ],
        check=True,
    )  # fmt: skip
    for certificate in AUTHORITIES.glob("*.crt"):
        copy(certificate, debian / AUTHORITIES.relative_to("/"))
    subprocess.run(["chroot", debian, "update-ca-certificates"], check=True, capture_output=True)
    (folder / "stage" / "wheel").mkdir(parents=True)
    built(ROOT, folder / "stage" / "wheel")
    made = builder_of(folder, debian)
    mounts = [f"--volume={place}:{place}:ro" for place in package_mirrors()]
    made(
        "build", "--isolation", "chroot", "--format", "docker", "--build-arg", f"BASE={BASE}",
        f"--build-context=wheel={folder / 'stage'}", *mounts, "--tag", "ludex", ROOT,
    )  # fmt: skip
    yield made
    made("rm", "--all")  # what is mounted would stay mounted
    made("rmi", "--all", "--force")


@needs_builder
def test_the_image_serves_as_an_ordinary_user_and_says_how_it_is(builder: Builder) -> None:
    described = json.loads(builder("inspect", "--type", "image", "ludex"))["Docker"]["config"]
    assert (described["User"], described["Volumes"]) == ("ludex", {"/games": {}})
    assert described["Entrypoint"] + described["Cmd"] == ["ludex", "serve", "--host", "0.0.0.0"]
    container = builder("from", "--pull-never", "ludex")
    health = described["Healthcheck"]["Test"][1:]
    with builder.serving(container) as server:
        port = str(urlsplit(server.address).port)
        run = ("run", "--isolation", "chroot", container, "--")
        assert "uid=0" not in builder(*run, "id")
        builder(*run, *(word.replace("8000", port) for word in health))
        with server.table(game="freecell", deal=617) as me:
            me.see()
    with pytest.raises(AssertionError, match="refused"):  # the check can fail
        builder(*run, *(word.replace("8000", port) for word in health))
    assert builder(*run, "find", "/games", "-name", "*.sqlite3")


@needs_builder
@pytest.mark.skipif(postgres.why_not() is not None, reason=str(postgres.why_not()))
def test_two_workers_in_the_image_share_a_database(builder: Builder) -> None:
    with postgres.cluster() as cluster:
        url = postgres.new_database(cluster)
        socket = url.partition("host=")[2]
        Path(socket).chmod(0o755)  # the user of the image is another one
        container = builder("from", "--pull-never", f"--volume={socket}:{socket}", "ludex")
        with (
            builder.serving(container, "--workers", 2, "--db", url) as server,
            server.table(game="freecell", deal=617) as me,
        ):
            me.see()


def test_the_services_use_options_and_variables_that_there_are() -> None:
    services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    ours, database = services["ludex"], services["database"]
    options = [word for word in ours["command"] if str(word).startswith("--")]
    help_text = ludex("serve", "--help").out
    assert options
    assert [option for option in options if option not in help_text] == []
    password = ours["environment"]["PGPASSWORD"]
    assert password == database["environment"]["POSTGRES_PASSWORD"]
    assert ours["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert [port for port in ours["ports"] if not port.startswith("127.0.0.1:")] == []
