"""Pictures of an explored graph: dot text, a drawing of it, and a page to click through."""

from ludex.study.graphs.page import render_page
from ludex.study.graphs.text import NoGraphviz, dot_text, draw_svg

__all__ = ["NoGraphviz", "dot_text", "draw_svg", "render_page"]
