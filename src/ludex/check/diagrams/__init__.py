"""Diagrams of a rulebook: its classes, its events with their refusals, its states."""

from ludex.check.diagrams.boxes import Diagram, classes, events
from ludex.check.diagrams.drawn import dot, mermaid
from ludex.check.diagrams.graphs import mermaid_states
from ludex.check.diagrams.sketched import svg

__all__ = ["Diagram", "classes", "dot", "events", "mermaid", "mermaid_states", "svg"]
