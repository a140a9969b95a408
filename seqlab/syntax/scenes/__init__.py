"""UCCA scenes of sentences: main relations, participants and their minimal centers."""

from seqlab.syntax.scenes.loading import SceneFinder, load_scenes
from seqlab.syntax.scenes.scene import Scene

__all__ = ["Scene", "SceneFinder", "load_scenes"]
