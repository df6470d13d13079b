"""Diagrams of a rulebook: its classes, its events with their refusals, its states."""

from ludex.study.diagrams.boxes import Diagram, classes, events
from ludex.study.diagrams.render import dot, mermaid
from ludex.study.graphs.text import mermaid_states

__all__ = ["Diagram", "classes", "dot", "events", "mermaid", "mermaid_states"]
