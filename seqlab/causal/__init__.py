"""A small causal language model: read as data, given adapters, and taught to judge edits.

The weights come with a package of their own; what is learned here are low-rank adapters. The
critic is the judge's second opinion, and `seqlab.peers` has a rival that rewrites by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.causal.options import CriticOptions, Judged
from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.causal.adapters import add_adapters, merge_adapters
    from seqlab.causal.base import base_file, load_base
    from seqlab.causal.critic import Critic, JudgedText, is_trained
    from seqlab.causal.hearing import Opinion, check_critic, critic_folder, heard, save_hearing
    from seqlab.causal.pieces import cue_numbers, prompt_numbers, rows_of_step, text_numbers
    from seqlab.causal.steps import History, take_steps

__all__ = [
    "Critic",
    "CriticOptions",
    "History",
    "Judged",
    "JudgedText",
    "Opinion",
    "add_adapters",
    "base_file",
    "check_critic",
    "critic_folder",
    "cue_numbers",
    "heard",
    "is_trained",
    "load_base",
    "merge_adapters",
    "prompt_numbers",
    "rows_of_step",
    "save_hearing",
    "take_steps",
    "text_numbers",
]
# transformers and torch are loaded only by those who run the model.
_LATER = {
    "Critic": ".critic",
    "History": ".steps",
    "JudgedText": ".critic",
    "Opinion": ".hearing",
    "add_adapters": ".adapters",
    "base_file": ".base",
    "check_critic": ".hearing",
    "critic_folder": ".hearing",
    "cue_numbers": ".pieces",
    "heard": ".hearing",
    "is_trained": ".critic",
    "load_base": ".base",
    "merge_adapters": ".adapters",
    "prompt_numbers": ".pieces",
    "rows_of_step": ".pieces",
    "save_hearing": ".hearing",
    "take_steps": ".steps",
    "text_numbers": ".pieces",
}
__getattr__ = lazy_names(__name__, _LATER)
