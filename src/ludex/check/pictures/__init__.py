"""Pictures of an explored graph: dot text, a drawing, and a page to click through."""

from ludex.check.pictures.dots import dot_text
from ludex.check.pictures.drawing import svg_text
from ludex.check.pictures.page import page

__all__ = ["dot_text", "page", "svg_text"]
