"""Models of rulebooks for other checkers: Promela for Spin, TLA+ for TLC."""

from ludex.study.models.explicit import listed
from ludex.study.models.trouble import NotTranslated

__all__ = ["NotTranslated", "listed"]
