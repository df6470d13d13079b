"""Models of rulebooks for other checkers: Promela for Spin, TLA+ for TLC."""

from ludex.check.models.explicit import listed
from ludex.check.models.trouble import NotTranslated

__all__ = ["NotTranslated", "listed"]
