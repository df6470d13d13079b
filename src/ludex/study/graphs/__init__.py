"""Pictures of an explored graph: dot text, a drawing, and a page to click through."""

from ludex.study.graphs.dot import dot_text
from ludex.study.graphs.drawing import svg_text
from ludex.study.graphs.page import page

__all__ = ["dot_text", "page", "svg_text"]
