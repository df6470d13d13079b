"""The database of the web table: the one that `--db` names, and its problems."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludex.cli.errors import BadInput, as_bad_input


@contextmanager
def with_database(who_needs: str) -> Iterator[None]:
    """Tell in a line that a package of the extra `web` is missing, or that a database is wrong."""
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from ludex.server.store.address import BadAddress
        from ludex.server.store.upgrade import UnknownVersion

        try:
            with as_bad_input(BadAddress, UnknownVersion, about="--db: "):
                yield
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()
            problem = reason[0] if reason else "cannot be used"
            raise BadInput(f"--db: {problem}") from None
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("ludex"):
            raise
        package = (missing.name or "").partition(".")[0]
        raise BadInput(f'{who_needs} {package}: pip install "ludex[web]"') from None
